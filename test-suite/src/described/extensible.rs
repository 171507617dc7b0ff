//! Extensible types. Fields that may be absent are read as their default, and changes leave them as they are.

use packed_data::types::Unknown;
use packed_data::{Cursor, Done, Edit, Filled, Layout, Needs, Packable};

use super::{Described, Script, Source, build, change, transform};
use crate::reference::{Other, Schema, SchemaFn, Value};
use crate::shapes::*;

/// Implements the trait for extensible types of `shapes.rs`, as `describe!` does for others. A field that may be absent
/// is marked with `=> default`. The last constructor of an `open` enum holds those that are not known.
macro_rules! extensible {
    ($($kind:ident $T:ty $(, $Case:ident, $Transform:ident)? $(; $($P:ident),+)? { $($body:tt)* })+) => {$(
        impl $(<$($P: Described),+>)? Described for $T {
            extensible!(@ $kind $(($Case $Transform))? $($body)*);
        }
    )+};
    (@of $F:ty) => {
        <$F as Described>::schema as SchemaFn
    };
    (@of $F:ty, default) => {
        (|| Schema::Defaulted(<$F as Described>::schema, || <$F as Default>::default().value())) as SchemaFn
    };
    (@read $fields:ident, $F:ty) => {
        $fields.with(<$F as Described>::read::<L>)
    };
    (@read $fields:ident, $F:ty, default) => {
        $fields.with_or(<$F as Default>::default().value(), <$F as Described>::read::<L>)
    };
    (@change $value:expr, $script:ident) => {
        change(&$value, $script)
    };
    (@change $value:expr, $script:ident, default) => {
        $value.clone()
    };
    (@transform $fields:ident, $script:ident, $F:ty) => {
        $fields.map(|field, needs| transform::<$F, L>(field, needs, $script))
    };
    (@transform $fields:ident, $script:ident, $F:ty, default) => {
        $fields.copy()
    };
    (@edit $fields:ident, $script:ident, $F:ty) => {
        $fields.with(|field| <$F as Described>::edit(field, $script))
    };
    (@edit $fields:ident, $script:ident, $F:ty, default) => {
        $fields.with_or((), |field| <$F as Described>::edit(field, $script))
    };
    (@ record $($key:tt = $name:ident: $F:ty $(=> $default:ident)?),* $(,)?) => {
        fn schema() -> Schema {
            Schema::Extensible(|| Schema::Fields(const { &[$(extensible!(@of $F $(, $default)?)),*] }))
        }

        fn generate(_source: &mut Source<'_>) -> Option<Self> {
            Some(Self { $($key: <$F as Described>::generate(_source)?),* })
        }

        fn value(&self) -> Value {
            Value::Fields(vec![$(self.$key.value()),*])
        }

        fn read<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Value, L> {
            let fields = cursor.fields();
            $(let ($name, fields) = extensible!(@read fields, $F $(, $default)?);)*
            fields.done(Value::Fields(vec![$($name),*]))
        }

        fn build_parts<'id, L: Layout>(&self, needs: Needs<'id, Self, L>, _script: &mut Script<'_>) -> Filled<'id> {
            needs.fields()$(.with(|needs| build(&self.$key, needs, _script)))*.done()
        }

        fn change_parts(&self, _script: &mut Script<'_>) -> Self {
            Self { $($key: extensible!(@change self.$key, _script $(, $default)?)),* }
        }

        fn transform_parts<'i, 'o, L: Layout>(
            cursor: Cursor<'_, 'i, Self, L>,
            needs: Needs<'o, Self, L>,
            _script: &mut Script<'_>,
        ) -> Done<'i, Filled<'o>, L> {
            let fields = cursor.transform(needs);
            $(let fields = extensible!(@transform fields, _script, $F $(, $default)?);)*
            fields.done()
        }

        fn overwrite(&mut self, _script: &mut Script<'_>) {
            $(self.$key.overwrite(_script);)*
        }

        fn edit<'id, L: Layout>(
            cursor: Cursor<'_, 'id, Self, Edit<L>>,
            _script: &mut Script<'_>,
        ) -> Done<'id, (), Edit<L>> {
            let fields = cursor.fields();
            $(let ((), fields) = extensible!(@edit fields, _script, $F $(, $default)?);)*
            fields.done(())
        }
    };
    (@ cases $names:tt $($body:tt)*) => {
        fn schema() -> Schema {
            Schema::Extensible(|| Schema::Cases(extensible!(@all $($body)*)))
        }

        extensible!(@parts $names $($body)*);
    };
    (@ open $names:tt $($body:tt)*) => {
        fn schema() -> Schema {
            let all: &[&[SchemaFn]] = extensible!(@all $($body)*);
            Schema::Open(&all[..all.len() - 1], Other::Unknown)
        }

        extensible!(@parts $names $($body)*);
    };
    (@all
        $($tag:literal $Variant:ident $start:ident $({ $($key:tt = $name:ident: $F:ty $(=> $default:ident)?),+ $(,)? })?),+ $(,)?
    ) => {
        const { &[$(&[$($(extensible!(@of $F $(, $default)?)),+)?] as &[SchemaFn]),+] }
    };
    (@parts ($Case:ident $Transform:ident)
        $($tag:literal $Variant:ident $start:ident $({ $($key:tt = $name:ident: $F:ty $(=> $default:ident)?),+ $(,)? })?),+ $(,)?
    ) => {
        fn generate(source: &mut Source<'_>) -> Option<Self> {
            const COUNT: usize = [$($tag),+].len();
            let make = |tag, _source: &mut Source<'_>| match tag {
                $($tag => Some(Self::$Variant $({ $($key: <$F as Described>::generate(_source)?),+ })?),)+
                _ => None,
            };
            make(source.below(COUNT), source).or_else(|| make(0, source))
        }

        fn value(&self) -> Value {
            match self {
                $(Self::$Variant $({ $($key: $name),+ })? => Value::Case($tag, vec![$($($name.value()),+)?]),)+
            }
        }

        fn read<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Value, L> {
            match cursor.case() {
                $($Case::$Variant(fields) => {
                    $($(let ($name, fields) = extensible!(@read fields, $F $(, $default)?);)+)?
                    fields.done(Value::Case($tag, vec![$($($name),+)?]))
                })+
            }
        }

        fn build_parts<'id, L: Layout>(&self, needs: Needs<'id, Self, L>, _script: &mut Script<'_>) -> Filled<'id> {
            match self {
                $(Self::$Variant $({ $($key: $name),+ })? => {
                    Self::$start(needs)$($(.with(|needs| build($name, needs, _script)))+)?.done()
                })+
            }
        }

        fn change_parts(&self, _script: &mut Script<'_>) -> Self {
            match self {
                $(Self::$Variant $({ $($key: $name),+ })? => {
                    Self::$Variant $({ $($key: extensible!(@change *$name, _script $(, $default)?)),+ })?
                })+
            }
        }

        fn transform_parts<'i, 'o, L: Layout>(
            cursor: Cursor<'_, 'i, Self, L>,
            needs: Needs<'o, Self, L>,
            _script: &mut Script<'_>,
        ) -> Done<'i, Filled<'o>, L> {
            match cursor.transform(needs) {
                $($Transform::$Variant(fields) => {
                    $($(let fields = extensible!(@transform fields, _script, $F $(, $default)?);)+)?
                    fields.done()
                })+
            }
        }

        fn overwrite(&mut self, _script: &mut Script<'_>) {
            match self {
                $(Self::$Variant $({ $($key: $name),+ })? => { $($($name.overwrite(_script);)+)? })+
            }
        }

        fn edit<'id, L: Layout>(
            cursor: Cursor<'_, 'id, Self, Edit<L>>,
            _script: &mut Script<'_>,
        ) -> Done<'id, (), Edit<L>> {
            match cursor.case() {
                $($Case::$Variant(fields) => {
                    $($(let ((), fields) = extensible!(@edit fields, _script, $F $(, $default)?);)+)?
                    fields.done(())
                })+
            }
        }
    };
}

extensible! {
    record Version {
        major = major: u8,
        minor = minor: u8 => default,
        label = label: String => default,
    }
    record Profile {
        id = id: u16,
        name = name: String,
        maybe = maybe: Option<u8>,
        bytes = bytes: [u8; 3] => default,
        tree = tree: Option<Box<Tree>> => default,
        unit = unit: () => default,
        flag = flag: bool => default,
        version = version: Version => default,
        children = children: Vec<Profile> => default,
        next = next: Option<Box<Profile>> => default,
    }
    cases Links<T>, LinksCase, LinksTransform; T {
        0 End start_end,
        1 Link start_link { 0 = value: T, 1 = next: Box<Links<T>> },
        2 Fork start_fork { 0 = left: Box<Links<T>>, 1 = value: Option<T>, 2 = right: Option<Box<Links<T>>>, 3 = flag: bool },
        3 Many start_many { 0 = all: Vec<Links<T>>, 1 = value: Option<T> },
    }
    cases Signal, SignalCase, SignalTransform {
        0 Off start_off,
        1 On start_on,
    }
    record Note {}
    record Label {
        0 = text: String,
    }
    open Event, EventCase, EventTransform {
        0 Nothing start_nothing,
        1 Number start_number { 0 = number: i32, 1 = flag: bool => default, 2 = text: String => default },
        2 Within start_within { 0 = event: Box<Event>, 1 = number: u16, 2 = last: Option<Box<Event>> => default },
        3 Several start_several { 0 = all: Vec<Event> },
        4 Next start_next { 0 = number: u8, 1 = maybe: Option<bool>, 2 = next: Box<Event> },
        5 Unknown start_unknown { 0 = unknown: Unknown },
    }
}

/// The canonical type.
type UnknownConstructor = <Unknown as Packable>::As;

/// No values are made, because they exist only packed.
impl Described for Unknown {
    fn schema() -> Schema {
        unreachable!("the schema of the type has only the known constructors")
    }

    fn generate(_: &mut Source<'_>) -> Option<Self> {
        None
    }

    fn value(&self) -> Value {
        Value::Unknown(self.as_bytes().to_vec())
    }

    fn read<'id, L: Layout>(cursor: Cursor<'_, 'id, UnknownConstructor, L>) -> Done<'id, Value, L> {
        cursor.read().map(|unknown| Value::Unknown(unknown.as_bytes().to_vec()))
    }

    fn build_parts<'id, L: Layout>(&self, needs: Needs<'id, UnknownConstructor, L>, _: &mut Script<'_>) -> Filled<'id> {
        needs.put_as(self)
    }

    fn change_parts(&self, _: &mut Script<'_>) -> Self {
        self.clone()
    }

    fn transform_parts<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, UnknownConstructor, L>,
        needs: Needs<'o, UnknownConstructor, L>,
        _: &mut Script<'_>,
    ) -> Done<'i, Filled<'o>, L> {
        cursor.copy_to(needs)
    }

    fn overwrite(&mut self, _: &mut Script<'_>) {}

    fn edit<'id, L: Layout>(
        cursor: Cursor<'_, 'id, UnknownConstructor, Edit<L>>,
        _: &mut Script<'_>,
    ) -> Done<'id, (), Edit<L>> {
        cursor.skip()
    }
}
