//! Macros for enums with a list of variants and with names.

/// Declares an enum without fields; `ALL` lists its variants in the order of declaration.
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

/// Like [`enum_with_all`], for option values: each variant has a name, and its doc comment is its help.
macro_rules! named_enum {
    ($(#[$attribute:meta])* $visibility:vis enum $name:ident {
        $(#[doc = $about:literal] $(#[$other:ident])? $variant:ident = $text:literal),+ $(,)?
    }) => {
        $crate::variants::enum_with_all! {
            $(#[$attribute])*
            $visibility enum $name { $(#[doc = $about] $(#[$other])? $variant),+ }
        }

        impl $name {
            /// Returns the name in options and files.
            $visibility const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }

            /// Returns a description in one line of text.
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

/// An option value with a fixed set of names.
pub trait Choice: Copy + Send + Sync + 'static {
    /// Returns all values, in the order of help.
    fn all() -> Vec<Self>;

    fn name(self) -> &'static str;

    /// Returns the description for help; empty where the name is enough.
    fn about(self) -> &'static str {
        ""
    }
}

pub(crate) use {enum_with_all, named_enum};
