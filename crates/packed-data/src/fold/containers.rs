//! The types of the language that folds and visits look into, each listed once: macros that pass the lists to a macro.
//!
//! `X` is a type with markers. Paths are absolute, because the lists are used in several modules.

/// Passes the pointers to a macro: each with the field that it represents.
macro_rules! each_pointer {
    ($implement:ident) => {
        $implement! {
            (X) ::alloc::boxed::Box<X> => ::alloc::boxed::Box<X::Field>;
            (X) ::alloc::rc::Rc<X> => ::alloc::rc::Rc<X::Field>;
            (X) ::alloc::sync::Arc<X> => ::alloc::sync::Arc<X::Field>;
        }
    };
}
pub(super) use each_pointer;

/// Passes the tuples to a macro: the parts but the last, each with a variable, the last one, and the parts as a list.
macro_rules! each_tuple {
    ($implement:ident) => {
        $implement! {
            A a; B b: (A, (B, ()));
            A a B b; C c: (A, (B, (C, ())));
            A a B b C c; D d: (A, (B, (C, (D, ()))));
        }
    };
}
pub(super) use each_tuple;

/// Passes the sequences and maps to a macro: the parameter for the elements or the values, those for the keys and for
/// what is not looked into; the type, the field that it represents, and its element.
macro_rules! each_sequence {
    ($implement:ident) => {
        $implement! {
            (X) ::alloc::vec::Vec<X> => ::alloc::vec::Vec<X::Field>: X;
            (X) ::alloc::collections::VecDeque<X> => ::alloc::collections::VecDeque<X::Field>: X;
            (X) ::alloc::boxed::Box<[X]> => ::alloc::boxed::Box<[X::Field]>: X;
            (X [K]) ::alloc::collections::BTreeMap<K, X> => ::alloc::collections::BTreeMap<K::Field, X::Field>:
                $crate::fold::Pair<K, X>;
        }
        #[cfg(feature = "std")]
        $implement! {
            (X [K]; S) ::std::collections::HashMap<K, X, $crate::fold::Leaf<S>> =>
                ::std::collections::HashMap<K::Field, X::Field, S>: $crate::fold::Pair<K, X>;
        }
    };
}
pub(super) use each_sequence;
