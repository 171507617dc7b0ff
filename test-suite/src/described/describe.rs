//! The macro with which types are described.

/// Implements the trait for types of `shapes.rs`. Each constructor has its tag, its name and the function that starts
/// it; each field has its name or index, a name for its variable, its type, and a mark if there is one: its tag in CBOR,
/// or `default` if it may be absent. The last constructor of an `open` enum holds those that are not known.
macro_rules! describe {
    ($($kind:ident $T:ty $(, $Case:ident, $Transform:ident)? $(; $($P:ident),+)? { $($body:tt)* })+) => {$(
        impl $(<$($P: Described),+>)? Described for $T {
            describe!(@ $kind $(($Case $Transform))? $($body)*);
        }
    )+};
    // A field without a mark, with a tag, and with a default.
    (@of $F:ty) => {
        <$F as Described>::schema as SchemaFn
    };
    (@of $F:ty, default) => {
        (|| Schema::Defaulted(<$F as Described>::schema, || <$F as Default>::default().value())) as SchemaFn
    };
    (@of $F:ty, $tag:literal) => {
        (|| Schema::Tagged($tag, <$F as Described>::schema)) as SchemaFn
    };
    (@read $fields:ident, $F:ty, default) => {
        $fields.with_or(<$F as Default>::default().value(), <$F as Described>::read::<L>)
    };
    (@read $fields:ident, $F:ty $(, $tag:literal)?) => {
        $fields.with(<$F as Described>::read::<L>)
    };
    (@change $value:expr, $script:ident, default) => {
        $value.clone()
    };
    (@change $value:expr, $script:ident $(, $tag:literal)?) => {
        change(&$value, $script)
    };
    (@transform $fields:ident, $script:ident, $F:ty, default) => {
        $fields.copy()
    };
    (@transform $fields:ident, $script:ident, $F:ty $(, $tag:literal)?) => {
        $fields.map(|field, needs| transform::<$F, L>(field, needs, $script))
    };
    (@edit $fields:ident, $script:ident, $F:ty, default) => {
        $fields.with_or((), |field| <$F as Described>::edit(field, $script))
    };
    (@edit $fields:ident, $script:ident, $F:ty $(, $tag:literal)?) => {
        $fields.with(|field| <$F as Described>::edit(field, $script))
    };
    // The kinds of types.
    (@ record $($body:tt)*) => {
        fn schema() -> Schema {
            Schema::Fields(describe!(@fields $($body)*))
        }

        describe!(@struct $($body)*);
    };
    (@ extensible_record $($body:tt)*) => {
        fn schema() -> Schema {
            Schema::Extensible(|| Schema::Fields(describe!(@fields $($body)*)))
        }

        describe!(@struct $($body)*);
    };
    (@ cases $names:tt $($body:tt)*) => {
        fn schema() -> Schema {
            Schema::Cases(describe!(@cases $($body)*))
        }

        describe!(@enum $names $($body)*);
        describe!(@edits $names $($body)*);
    };
    (@ extensible_cases $names:tt $($body:tt)*) => {
        fn schema() -> Schema {
            Schema::Extensible(|| Schema::Cases(describe!(@cases $($body)*)))
        }

        describe!(@enum $names $($body)*);
        describe!(@edits $names $($body)*);
    };
    (@ open $names:tt $($body:tt)*) => {
        fn schema() -> Schema {
            let all: &[&[SchemaFn]] = describe!(@cases $($body)*);
            Schema::Open(&all[..all.len() - 1], Other::Unknown)
        }

        describe!(@enum $names $($body)*);
        describe!(@edits $names $($body)*);
    };
    // An enum without data: it is overwritten as a whole.
    (@ tags $names:tt $($body:tt)*) => {
        fn schema() -> Schema {
            Schema::Cases(describe!(@cases $($body)*))
        }

        describe!(@enum $names $($body)*);

        fn overwrite(&mut self, script: &mut Script<'_>) {
            if script.source.flag() {
                *self = Self::generate(&mut script.source).unwrap_or(*self);
            }
        }

        fn edit<'id, L: Layout>(
            cursor: Cursor<'_, 'id, Self, Edit<L>>,
            script: &mut Script<'_>,
        ) -> Done<'id, (), Edit<L>> {
            match script.source.flag() {
                true => cursor.update(|old| {
                    let new = Self::generate(&mut script.source).unwrap_or(old);
                    script.step();
                    new
                }),
                false => cursor.skip(),
            }
        }
    };
    // The schemas of fields, and of constructors.
    (@fields $($key:tt = $name:ident: $F:ty $(=> $mark:tt)?),* $(,)?) => {
        const { &[$(describe!(@of $F $(, $mark)?)),*] }
    };
    (@cases
        $($tag:literal $Variant:ident $start:ident $({ $($key:tt = $name:ident: $F:ty $(=> $mark:tt)?),+ $(,)? })?),+ $(,)?
    ) => {
        const { &[$(&[$($(describe!(@of $F $(, $mark)?)),+)?] as &[SchemaFn]),+] }
    };
    // The methods of a struct.
    (@struct $($key:tt = $name:ident: $F:ty $(=> $mark:tt)?),* $(,)?) => {
        fn generate(_source: &mut Source<'_>) -> Option<Self> {
            Some(Self { $($key: <$F as Described>::generate(_source)?),* })
        }

        fn value(&self) -> Value {
            Value::Fields(vec![$(self.$key.value()),*])
        }

        fn read<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Value, L> {
            let fields = cursor.fields();
            $(let ($name, fields) = describe!(@read fields, $F $(, $mark)?);)*
            fields.done(Value::Fields(vec![$($name),*]))
        }

        fn build_parts<'id, L: Layout>(&self, needs: Needs<'id, Self, L>, _script: &mut Script<'_>) -> Filled<'id> {
            needs.fields()$(.with(|needs| build(&self.$key, needs, _script)))*.done()
        }

        fn change_parts(&self, _script: &mut Script<'_>) -> Self {
            Self { $($key: describe!(@change self.$key, _script $(, $mark)?)),* }
        }

        fn transform_parts<'i, 'o, L: Layout>(
            cursor: Cursor<'_, 'i, Self, L>,
            needs: Needs<'o, Self, L>,
            _script: &mut Script<'_>,
        ) -> Done<'i, Filled<'o>, L> {
            let fields = cursor.transform(needs);
            $(let fields = describe!(@transform fields, _script, $F $(, $mark)?);)*
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
            $(let ((), fields) = describe!(@edit fields, _script, $F $(, $mark)?);)*
            fields.done(())
        }
    };
    // The methods of an enum, and those with which the fields of its values are edited.
    (@enum ($Case:ident $Transform:ident)
        $($tag:literal $Variant:ident $start:ident $({ $($key:tt = $name:ident: $F:ty $(=> $mark:tt)?),+ $(,)? })?),+ $(,)?
    ) => {
        fn generate(source: &mut Source<'_>) -> Option<Self> {
            const COUNT: usize = [$($tag),+].len();
            let make = |tag, _source: &mut Source<'_>| match tag {
                $($tag => Some(Self::$Variant $({ $($key: <$F as Described>::generate(_source)?),+ })?),)+
                _ => None,
            };
            // A constructor may have a field without values. The first constructor never has one.
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
                    $($(let ($name, fields) = describe!(@read fields, $F $(, $mark)?);)+)?
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

        #[allow(unreachable_code, reason = "the type of a field may have no values")]
        fn change_parts(&self, _script: &mut Script<'_>) -> Self {
            match self {
                $(Self::$Variant $({ $($key: $name),+ })? => {
                    Self::$Variant $({ $($key: describe!(@change *$name, _script $(, $mark)?)),+ })?
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
                    $($(let fields = describe!(@transform fields, _script, $F $(, $mark)?);)+)?
                    fields.done()
                })+
            }
        }
    };
    (@edits ($Case:ident $Transform:ident)
        $($tag:literal $Variant:ident $start:ident $({ $($key:tt = $name:ident: $F:ty $(=> $mark:tt)?),+ $(,)? })?),+ $(,)?
    ) => {
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
                    $($(let ((), fields) = describe!(@edit fields, _script, $F $(, $mark)?);)+)?
                    fields.done(())
                })+
            }
        }
    };
}
