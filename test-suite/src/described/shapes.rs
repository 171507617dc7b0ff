//! The shapes, part by part.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::num::{NonZeroI64, NonZeroU8, NonZeroU32, NonZeroUsize};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use packed_data::{Cursor, Done, Edit, Filled, Layout, Needs};
use smallvec::SmallVec;
use uuid::Uuid;

use super::{Described, Script, Source, build, change, transform};
use crate::reference::{Schema, SchemaFn, Value};
use crate::shapes::*;

/// Implements the trait for the types of `shapes.rs`. Each constructor has its tag, its name and the function that
/// starts it; each field has its name or index, a name for its variable, its type, and its tag in CBOR if there is one.
macro_rules! describe {
    ($($kind:ident $T:ty $(, $Case:ident, $Transform:ident)? $(; $($P:ident),+)? { $($body:tt)* })+) => {$(
        impl $(<$($P: Described),+>)? Described for $T {
            describe!(@ $kind $(($Case $Transform))? $($body)*);
        }
    )+};
    (@of $F:ty) => {
        <$F as Described>::schema as SchemaFn
    };
    (@of $F:ty, $mark:literal) => {
        (|| Schema::Tagged($mark, <$F as Described>::schema)) as SchemaFn
    };
    (@ record $($key:tt = $name:ident: $F:ty $(=> $mark:literal)?),+ $(,)?) => {
        fn schema() -> Schema {
            Schema::Fields(
                const { &[$(describe!(@of $F $(, $mark)?)),+] },
            )
        }

        fn generate(source: &mut Source<'_>) -> Option<Self> {
            Some(Self { $($key: <$F as Described>::generate(source)?),+ })
        }

        fn value(&self) -> Value {
            Value::Fields(vec![$(self.$key.value()),+])
        }

        fn read<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Value, L> {
            let fields = cursor.fields();
            $(let ($name, fields) = fields.with(<$F>::read::<L>);)+
            fields.done(Value::Fields(vec![$($name),+]))
        }

        fn build_parts<'id, L: Layout>(&self, needs: Needs<'id, Self, L>, script: &mut Script<'_>) -> Filled<'id> {
            needs.fields()$(.with(|needs| build(&self.$key, needs, script)))+.done()
        }

        fn change_parts(&self, script: &mut Script<'_>) -> Self {
            Self { $($key: change(&self.$key, script)),+ }
        }

        fn transform_parts<'i, 'o, L: Layout>(
            cursor: Cursor<'_, 'i, Self, L>,
            needs: Needs<'o, Self, L>,
            script: &mut Script<'_>,
        ) -> Done<'i, Filled<'o>, L> {
            cursor
                .transform(needs)
                $(.map(|field, needs| transform::<$F, L>(field, needs, script)))+
                .done()
        }

        fn overwrite(&mut self, script: &mut Script<'_>) {
            $(self.$key.overwrite(script);)+
        }

        fn edit<'id, L: Layout>(
            cursor: Cursor<'_, 'id, Self, Edit<L>>,
            script: &mut Script<'_>,
        ) -> Done<'id, (), Edit<L>> {
            let fields = cursor.fields();
            $(let ((), fields) = fields.with(|field| <$F>::edit(field, script));)+
            fields.done(())
        }
    };
    // An enum without data: it is overwritten as a whole.
    (@ tags ($Case:ident $Transform:ident) $($body:tt)*) => {
        describe!(@parts ($Case $Transform) $($body)*);

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
    (@ cases ($Case:ident $Transform:ident) $($body:tt)*) => {
        describe!(@parts ($Case $Transform) $($body)*);
        describe!(@edits ($Case) $($body)*);
    };
    (@parts ($Case:ident $Transform:ident)
        $($tag:literal $Variant:ident $start:ident $({ $($key:tt = $name:ident: $F:ty $(=> $mark:literal)?),+ $(,)? })?),+ $(,)?
    ) => {
        fn schema() -> Schema {
            Schema::Cases(
                const { &[$(&[$($(describe!(@of $F $(, $mark)?)),+)?]),+] },
            )
        }

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
                    $($(let ($name, fields) = fields.with(<$F>::read::<L>);)+)?
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
                    Self::$Variant $({ $($key: change($name, _script)),+ })?
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
                    fields
                        $($(.map(|field, needs| transform::<$F, L>(field, needs, _script)))+)?
                        .done()
                })+
            }
        }
    };
    (@edits ($Case:ident)
        $($tag:literal $Variant:ident $start:ident $({ $($key:tt = $name:ident: $F:ty $(=> $mark:literal)?),+ $(,)? })?),+ $(,)?
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
                    $($(let ((), fields) = fields.with(|field| <$F>::edit(field, _script));)+)?
                    fields.done(())
                })+
            }
        }
    };
}

describe! {
    cases Tree, TreeCase, TreeTransform {
        0 Leaf start_leaf { 0 = n: i64 },
        1 Node start_node { 0 = left: Box<Tree>, 1 = right: Box<Tree> },
    }
    cases Ast, AstCase, AstTransform {
        0 Value start_value { 0 = n: i32 },
        1 Add start_add { 0 = left: Box<Ast>, 1 = right: Box<Ast> },
        2 Sub start_sub { 0 = left: Box<Ast>, 1 = right: Box<Ast> },
        3 Mul start_mul { 0 = left: Box<Ast>, 1 = right: Box<Ast> },
        4 Negate start_negate { 0 = ast: Box<Ast> },
    }
    cases Twig, TwigCase, TwigTransform {
        0 Bud start_bud,
        1 Fork start_fork { 0 = left: Box<Twig>, 1 = right: Box<Twig> },
    }
    record Chain {
        bit = bit: bool,
        next = next: Option<Box<Chain>>,
    }
    cases Json, JsonCase, JsonTransform {
        0 Null start_null,
        1 Bool start_bool { 0 = value: bool },
        2 Number start_number { 0 = value: f64 },
        3 Text start_text { 0 = value: String },
        4 Array start_array { 0 = values: Vec<Json> },
        5 Object start_object { 0 = entries: Vec<(String, Json)> },
    }
    cases List, ListCase, ListTransform {
        0 Nil start_nil,
        1 Cons start_cons { 0 = n: i64, 1 = rest: Box<List> },
    }
    record Node {
        value = value: i64,
        next = next: Option<Box<Node>>,
    }
    record Rose {
        name = name: String,
        children = children: Vec<Rose>,
        weight = weight: u16,
    }
    record Forest {
        0 = groves: Vec<Grove>,
        1 = last: u8,
    }
    cases Grove, GroveCase, GroveTransform {
        0 Bare start_bare,
        1 Wood start_wood { below = below: Box<Forest>, label = label: String, beside = beside: Option<Box<Grove>> },
    }
    record Numbers {
        u8 = a: u8, i8 = b: i8, u16 = c: u16, i16 = d: i16, u32 = e: u32, i32 = f: i32, u64 = g: u64, i64 = h: i64,
        u128 = i: u128, i128 = j: i128, usize = k: usize, isize = l: isize, f32 = m: f32, f64 = n: f64, bool = o: bool,
        char = p: char, unit = q: (), byte = r: NonZeroU8, word = s: NonZeroU32, signed = t: NonZeroI64,
        size = u: NonZeroUsize, duration = v: Duration, ordering = w: Ordering,
    }
    record Scalars {
        u8 = a: u8, i8 = b: i8, u16 = c: u16, i16 = d: i16, u32 = e: u32, i32 = f: i32, u64 = g: u64, i64 = h: i64,
        usize = k: usize, isize = l: isize, f32 = m: f32, f64 = n: f64, bool = o: bool, char = p: char, unit = q: (),
        word = s: NonZeroU32, ordering = w: Ordering,
    }
    record Record {
        name = name: Vec<char>, mark = mark: char, is_open = is_open: bool, share = share: f64, color = color: Color,
        maybe = maybe: Option<Option<u8>>, outcome = outcome: Result<Vec<bool>, f32>, rows = rows: Vec<Vec<u16>>,
        units = units: Vec<()>, choice = choice: Pair<u8, Vec<char>>, floats = floats: Vec<f64>,
        children = children: Vec<Record>, last = last: Option<Box<Record>>,
    }
    record Texts {
        owned = owned: String,
        boxed = boxed: Box<str>,
        shared = shared: Arc<str>,
        counted = counted: Rc<String>,
        cow = cow: Cow<'static, [u16]>,
        chars = chars: Vec<char>,
        bytes = bytes: Vec<u8>,
        flags = flags: Vec<bool>,
        words = words: Vec<String>,
    }
    record Nested {
        maps = maps: BTreeMap<String, BTreeMap<i16, Vec<String>>>,
        hashed = hashed: HashMap<i32, Vec<Option<u8>>>,
        names = names: HashSet<String>,
        pairs = pairs: BTreeSet<(i8, String)>,
        deep = deep: Vec<Vec<Vec<u16>>>,
        queue = queue: VecDeque<(u8, bool)>,
        units = units: Vec<()>,
        slice = slice: Box<[Option<i64>]>,
    }
    record Sums {
        option = option: Option<Option<u8>>,
        unit = unit: Option<()>,
        result = result: Result<Option<String>, Result<u32, ()>>,
        many = many: Vec<Result<i16, String>>,
        boxed = boxed: Option<Box<Tree>>,
        tuple = tuple: (Option<u8>, Result<bool, char>, (u8, Option<String>)),
        last = last: Option<Result<Vec<u8>, u64>>,
    }
    record Arrays {
        fixed = fixed: [u32; 3],
        flags = flags: [bool; 2],
        texts = texts: [String; 3],
        options = options: [[Option<u16>; 2]; 2],
        none = none: [String; 0],
        one = one: [Vec<u8>; 1],
        single = single: [Option<u8>; 1],
        last = last: [Vec<String>; 2],
    }
    record Big {
        a = a: u8, b = b: String, c = c: Option<u8>, d = d: [u8; 4], e = e: bool, f = f: Vec<u32>,
        g = g: Option<String>, h = h: Color, i = i: i64, j = j: (u8, u16), k = k: (u8, String), l = l: Vec<Option<u8>>,
        m = m: Box<Tree>, n = n: char, o = o: f32, p = p: BTreeMap<u8, u8>, q = q: Wrapper, r#type = r: u16, s = s: (),
        t = t: Option<Box<Tree>>, u = u: Color, v = v: Pair<u8, String>, w = w: u128, x = x: Option<u8>,
    }
    record Tile {
        0 = number: u8,
    }
    record Row {
        0 = tile: Tile,
        1 = number: u16,
    }
    record Shelf {
        0 = tiles: Vec<Tile>,
    }
    record Floor {
        row = row: Row, shelf = shelf: Shelf, rows = rows: Vec<Row>, maybe = maybe: Option<Tile>,
        either = either: Result<Row, Tile>, rooms = rooms: Vec<Room>, last = last: Shelf,
    }
    cases Room, RoomCase, RoomTransform {
        0 Empty start_empty,
        1 One start_one { 0 = tile: Tile },
        2 Two start_two { 0 = tile: Tile, 1 = row: Row },
        3 Inner start_inner { 0 = floor: Box<Floor> },
    }
    cases Marked, MarkedCase, MarkedTransform {
        0 Numbers start_numbers {
            when = when: i64 => 1, small = small: u8 => 5, word = word: u32 => 4000, large = large: u64 => 18446744073709551615,
            wide = wide: i128 => 4,
        },
        1 Others start_others {
            0 = text: String => 32, 1 = bytes: Vec<u8> => 24, 2 = pair: [u8; 2] => 64, 3 = number: f32 => 7,
            4 = maybe: Option<u16> => 8, 5 = color: Color => 9, 6 = set: BTreeSet<i8> => 258,
        },
        2 Within start_within { 0 = inner: Box<Marked> => 10, 1 = pair: (i16, char) => 11, 2 = last: u8 },
        3 List start_list { 0 = all: Vec<Marked> => 12 },
    }
    cases Term, TermCase, TermTransform {
        0 Int start_int { 0 = n: i64 },
        1 Text start_text { 0 = text: String },
        2 List start_list { 0 = terms: Vec<Term> },
        3 Map start_map { 0 = map: BTreeMap<Term, Term> },
        4 Sets start_sets { 0 = sets: BTreeSet<BTreeSet<Term>> },
    }
    cases Large, LargeCase, LargeTransform {
        0 Small start_small { 0 = byte: u8 },
        1 Inline start_inline { 0 = bytes: [u8; 600] },
        2 Words start_words { 0 = words: Box<[u16; 600]>, 1 = last: bool },
        3 Vast start_vast { 0 = bytes: Box<[u8; 4100]> },
        4 Node start_node { 0 = all: Vec<Large> },
    }
    record Library {
        small = small: SmallVec<[u16; 2]>,
        bytes = bytes: Bytes,
        nested = nested: SmallVec<[Box<Library>; 1]>,
        id = id: Uuid,
    }
    record Parcel {
        note = note: Note, notes = notes: Vec<Note>, signal = signal: Signal, signals = signals: [Signal; 2],
        label = label: Label, maybe = maybe: Option<Label>, triple = triple: (Label, u8, Links<Signal>),
        result = result: Result<Note, Label>, keys = keys: BTreeMap<Version, Signal>, set = set: BTreeSet<Signal>,
        events = events: Vec<Option<Event>>, last = last: Event,
    }
    tags Color, ColorCase, ColorTransform {
        0 Red start_red,
        1 Green start_green,
        2 Blue start_blue,
    }
    cases MaybeVoid, MaybeVoidCase, MaybeVoidTransform {
        0 Here start_here { 0 = byte: u8 },
        1 Never start_never { 0 = void: Void },
        2 Perhaps start_perhaps { 0 = void: Option<Void>, 1 = byte: u8 },
    }
    cases Pair<A, B>, PairCase, PairTransform; A, B {
        0 Neither start_neither,
        1 First start_first { 0 = first: A },
        2 Both start_both { left = left: A, right = right: B },
    }
    record Generic<T>; T {
        head = head: T,
        rest = rest: Vec<T>,
        boxed = boxed: Option<Box<T>>,
    }
}

/// The type has no value, so only its schema is ever used.
#[allow(unreachable_code, reason = "the type has no value")]
impl Described for Void {
    fn schema() -> Schema {
        Schema::Cases(&[])
    }

    fn generate(_: &mut Source<'_>) -> Option<Self> {
        None
    }

    fn value(&self) -> Value {
        match *self {}
    }

    fn read<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Value, L> {
        match cursor.case() {}
    }

    fn build_parts<'id, L: Layout>(&self, _: Needs<'id, Self, L>, _: &mut Script<'_>) -> Filled<'id> {
        match *self {}
    }

    fn change_parts(&self, _: &mut Script<'_>) -> Self {
        match *self {}
    }

    fn transform_parts<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, Self, L>,
        _: Needs<'o, Self, L>,
        _: &mut Script<'_>,
    ) -> Done<'i, Filled<'o>, L> {
        match cursor.case() {}
    }

    fn overwrite(&mut self, _: &mut Script<'_>) {}

    fn edit<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, Edit<L>>, _: &mut Script<'_>) -> Done<'id, (), Edit<L>> {
        match cursor.case() {}
    }
}
