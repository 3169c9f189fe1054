//! Enums with a list of their variants, and with names.

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

/// As [`enum_with_all`], for the values of an option: each variant has a name, and its documentation is what help
/// says of it.
macro_rules! named_enum {
    ($(#[$attribute:meta])* $visibility:vis enum $name:ident {
        $(#[doc = $about:literal] $(#[$other:ident])? $variant:ident = $text:literal),+ $(,)?
    }) => {
        $crate::variants::enum_with_all! {
            $(#[$attribute])*
            $visibility enum $name { $(#[doc = $about] $(#[$other])? $variant),+ }
        }

        impl $name {
            /// The name that options and files give it.
            $visibility const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }

            /// What it is, in one line.
            $visibility const fn about(self) -> &'static str {
                match self { $(Self::$variant => $about.trim_ascii()),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl $crate::variants::Choice for $name {
            fn all() -> Vec<Self> {
                Self::ALL.to_vec()
            }

            fn name(self) -> &'static str {
                self.name()
            }

            fn about(self) -> &'static str {
                self.about()
            }
        }
    };
}

/// A value of an option that has a few, each with a name.
pub trait Choice: Copy + Send + Sync + 'static {
    /// Those that there are, in the order of help.
    fn all() -> Vec<Self>;

    /// Its name.
    fn name(self) -> &'static str;

    /// What it does, for help; empty where names say enough.
    fn about(self) -> &'static str {
        ""
    }
}

pub(crate) use {enum_with_all, named_enum};
