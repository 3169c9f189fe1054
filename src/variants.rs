//! Enums with a list of their variants.

/// Declares an enum without fields; `ALL` has its variants in the order of declaration.
macro_rules! enum_with_all {
    ($(#[$attribute:meta])* $visibility:vis enum $name:ident {
        $($(#[$documentation:meta])* $variant:ident),+ $(,)?
    }) => {
        $(#[$attribute])*
        $visibility enum $name { $($(#[$documentation])* $variant),+ }

        impl $name {
            /// All variants, in the order of declaration.
            $visibility const ALL: [Self; [$($name::$variant),+].len()] = [$(Self::$variant),+];
        }
    };
}

pub(crate) use enum_with_all;
