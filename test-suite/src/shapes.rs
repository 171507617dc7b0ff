//! The shapes.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::num::{NonZeroI64, NonZeroU8, NonZeroU32, NonZeroUsize};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use packed_data::Packable;
use packed_data::cbor::RawBuf;
use packed_data::types::Unknown;
use smallvec::SmallVec;
use uuid::Uuid;

/// The paper's tree.
#[derive(Clone, Debug, PartialEq, Packable)]
pub enum Tree {
    /// A number.
    Leaf(i64),
    /// Two subtrees.
    Node(Box<Tree>, Box<Tree>),
}

/// The paper's arithmetic expressions.
#[derive(Clone, Debug, PartialEq, Packable)]
pub enum Ast {
    /// A number.
    Value(i32),
    /// A sum.
    Add(Box<Ast>, Box<Ast>),
    /// A difference.
    Sub(Box<Ast>, Box<Ast>),
    /// A product.
    Mul(Box<Ast>, Box<Ast>),
    /// The negative of an expression.
    Negate(Box<Ast>),
}

/// A document.
#[derive(Clone, Debug, PartialEq, Packable)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A string.
    Text(String),
    /// An array.
    Array(Vec<Json>),
    /// An object, in the order of the text.
    Object(Vec<(String, Json)>),
}

/// Cons cells as an enum.
#[derive(Clone, Debug, PartialEq, Packable)]
pub enum List {
    /// The end.
    Nil,
    /// A cell.
    Cons(i64, Box<List>),
}

/// Cons cells as a struct.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
pub struct Node {
    /// The value.
    pub value: i64,
    /// The next cell.
    pub next: Option<Box<Node>>,
}

/// A tree without data: each of its nodes is a tag.
#[derive(Clone, Debug, PartialEq, Packable)]
pub enum Twig {
    /// The end.
    Bud,
    /// Two twigs.
    Fork(Box<Twig>, Box<Twig>),
}

/// Cons cells as a struct, of two bytes each in most layouts.
#[derive(Clone, Debug, PartialEq, Packable)]
pub struct Chain {
    /// The value.
    pub bit: bool,
    /// The next cell.
    pub next: Option<Box<Chain>>,
}

/// A tree with any number of subtrees, which are not its last field.
#[derive(Clone, Debug, PartialEq, Packable)]
pub struct Rose {
    /// The name.
    pub name: String,
    /// The subtrees.
    pub children: Vec<Rose>,
    /// A field after the subtrees.
    pub weight: u16,
}

/// Mutually recursive with [`Grove`].
#[derive(Clone, Debug, PartialEq, Packable)]
pub struct Forest(pub Vec<Grove>, pub u8);

/// Mutually recursive with [`Forest`].
#[derive(Clone, Debug, PartialEq, Packable)]
pub enum Grove {
    /// No tree.
    Bare,
    /// A forest below and perhaps a grove beside it.
    Wood {
        /// The forest below.
        below: Box<Forest>,
        /// The label.
        label: String,
        /// The grove beside it.
        beside: Option<Box<Grove>>,
    },
}

/// Every scalar.
#[derive(Clone, Debug, PartialEq, Packable)]
#[allow(missing_docs)]
pub struct Numbers {
    pub u8: u8,
    pub i8: i8,
    pub u16: u16,
    pub i16: i16,
    pub u32: u32,
    pub i32: i32,
    pub u64: u64,
    pub i64: i64,
    pub u128: u128,
    pub i128: i128,
    pub usize: usize,
    pub isize: isize,
    pub f32: f32,
    pub f64: f64,
    pub bool: bool,
    pub char: char,
    pub unit: (),
    pub byte: NonZeroU8,
    pub word: NonZeroU32,
    pub signed: NonZeroI64,
    pub size: NonZeroUsize,
    pub duration: Duration,
    pub ordering: Ordering,
}

/// Every scalar that other languages also have.
#[derive(Clone, Debug, PartialEq, Packable)]
#[allow(missing_docs)]
pub struct Scalars {
    pub u8: u8,
    pub i8: i8,
    pub u16: u16,
    pub i16: i16,
    pub u32: u32,
    pub i32: i32,
    pub u64: u64,
    pub i64: i64,
    pub usize: usize,
    pub isize: isize,
    pub f32: f32,
    pub f64: f64,
    pub bool: bool,
    pub char: char,
    pub unit: (),
    pub word: NonZeroU32,
    pub ordering: Ordering,
}

/// Types that every language with types like these has: no strings, arrays, tuples or maps.
#[derive(Clone, Debug, PartialEq, Packable)]
#[allow(missing_docs)]
pub struct Record {
    pub name: Vec<char>,
    pub mark: char,
    pub is_open: bool,
    pub share: f64,
    pub color: Color,
    pub maybe: Option<Option<u8>>,
    pub outcome: Result<Vec<bool>, f32>,
    pub rows: Vec<Vec<u16>>,
    pub units: Vec<()>,
    pub choice: Pair<u8, Vec<char>>,
    pub floats: Vec<f64>,
    pub children: Vec<Record>,
    pub last: Option<Box<Record>>,
}

/// Strings and bytes, owned in every way.
#[derive(Clone, Debug, PartialEq, Packable)]
#[allow(missing_docs)]
pub struct Texts {
    pub owned: String,
    pub boxed: Box<str>,
    pub shared: Arc<str>,
    pub counted: Rc<String>,
    pub cow: Cow<'static, [u16]>,
    pub chars: Vec<char>,
    pub bytes: Vec<u8>,
    pub flags: Vec<bool>,
    pub words: Vec<String>,
}

/// Maps, sets and sequences within each other.
#[derive(Clone, Debug, PartialEq, Packable)]
#[allow(missing_docs)]
pub struct Nested {
    pub maps: BTreeMap<String, BTreeMap<i16, Vec<String>>>,
    pub hashed: HashMap<i32, Vec<Option<u8>>>,
    pub names: HashSet<String>,
    pub pairs: BTreeSet<(i8, String)>,
    pub deep: Vec<Vec<Vec<u16>>>,
    pub queue: VecDeque<(u8, bool)>,
    pub units: Vec<()>,
    pub slice: Box<[Option<i64>]>,
}

/// Options and results within each other.
#[derive(Clone, Debug, PartialEq, Packable)]
#[allow(missing_docs, clippy::option_option)]
pub struct Sums {
    pub option: Option<Option<u8>>,
    pub unit: Option<()>,
    pub result: Result<Option<String>, Result<u32, ()>>,
    pub many: Vec<Result<i16, String>>,
    pub boxed: Option<Box<Tree>>,
    pub tuple: (Option<u8>, Result<bool, char>, (u8, Option<String>)),
    pub last: Option<Result<Vec<u8>, u64>>,
}

/// Arrays.
#[derive(Clone, Debug, PartialEq, Packable)]
#[allow(missing_docs)]
pub struct Arrays {
    pub fixed: [u32; 3],
    pub flags: [bool; 2],
    pub texts: [String; 3],
    pub options: [[Option<u16>; 2]; 2],
    pub none: [String; 0],
    pub one: [Vec<u8>; 1],
    pub single: [Option<u8>; 1],
    pub last: [Vec<String>; 2],
}

/// A struct with very many fields.
#[derive(Clone, Debug, PartialEq, Packable)]
#[allow(missing_docs)]
pub struct Big {
    pub a: u8,
    pub b: String,
    pub c: Option<u8>,
    pub d: [u8; 4],
    pub e: bool,
    pub f: Vec<u32>,
    pub g: Option<String>,
    pub h: Color,
    pub i: i64,
    pub j: (u8, u16),
    pub k: (u8, String),
    pub l: Vec<Option<u8>>,
    pub m: Box<Tree>,
    pub n: char,
    pub o: f32,
    pub p: BTreeMap<u8, u8>,
    pub q: Wrapper,
    pub r#type: u16,
    pub s: (),
    pub t: Option<Box<Tree>>,
    pub u: Color,
    pub v: Pair<u8, String>,
    pub w: u128,
    pub x: Option<u8>,
}

/// A transparent type: packed as its only field.
#[derive(Clone, Debug, PartialEq, Packable)]
#[packable(transparent)]
pub struct Wrapper(pub Option<u16>);

/// Constructors without fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
#[allow(missing_docs)]
pub enum Color {
    Red,
    Green,
    Blue,
}

/// A type without values.
#[derive(Clone, Debug, PartialEq, Packable)]
pub enum Void {}

/// An enum with constructors that have no value.
#[derive(Clone, Debug, PartialEq, Packable)]
pub enum MaybeVoid {
    /// A constructor with values.
    Here(u8),
    /// A constructor without a value.
    Never(Void),
    /// A constructor whose first field is always `None`.
    Perhaps(Option<Void>, u8),
}

/// Generic, with constructors of every style.
#[derive(Clone, Debug, PartialEq, Packable)]
pub enum Pair<A, B> {
    /// Unit.
    Neither,
    /// Tuple.
    First(A),
    /// Named.
    Both {
        /// One.
        left: A,
        /// The other.
        right: B,
    },
}

/// Generic, in sequences and boxes.
#[derive(Clone, Debug, PartialEq, Packable)]
pub struct Generic<T> {
    /// One value.
    pub head: T,
    /// Several values.
    pub rest: Vec<T>,
    /// A value behind a pointer, or none.
    pub boxed: Option<Box<T>>,
}

/// A struct of one byte. In layouts where structs have tags, the tag is a byte of its own before the scalar.
#[derive(Clone, Debug, PartialEq, Packable)]
pub struct Tile(pub u8);

/// A struct that begins with a struct.
#[derive(Clone, Debug, PartialEq, Packable)]
pub struct Row(pub Tile, pub u16);

/// A struct whose only field is a sequence of structs.
#[derive(Clone, Debug, PartialEq, Packable)]
pub struct Shelf(pub Vec<Tile>);

/// Structs within structs, sequences, sums and constructors: as first, middle and last fields.
#[derive(Clone, Debug, PartialEq, Packable)]
#[allow(missing_docs)]
pub struct Floor {
    pub row: Row,
    pub shelf: Shelf,
    pub rows: Vec<Row>,
    pub maybe: Option<Tile>,
    pub either: Result<Row, Tile>,
    pub rooms: Vec<Room>,
    pub last: Shelf,
}

/// Structs within constructors. Mutually recursive with [`Floor`].
#[derive(Clone, Debug, PartialEq, Packable)]
pub enum Room {
    /// No tile.
    Empty,
    /// One tile.
    One(Tile),
    /// A tile and a row.
    Two(Tile, Row),
    /// A whole floor.
    Inner(Box<Floor>),
}

/// Fields with CBOR tags, of integers and of all other types. The tag of a large integer follows the tag of the field.
#[derive(Clone, Debug, PartialEq, Packable)]
#[allow(missing_docs)]
pub enum Marked {
    Numbers {
        #[packable(cbor_tag = 1)]
        when: i64,
        #[packable(cbor_tag = 5)]
        small: u8,
        #[packable(cbor_tag = 4000)]
        word: u32,
        #[packable(cbor_tag = 18446744073709551615)]
        large: u64,
        #[packable(cbor_tag = 4)]
        wide: i128,
    },
    Others(
        #[packable(cbor_tag = 32)] String,
        #[packable(cbor_tag = 24)] Vec<u8>,
        #[packable(cbor_tag = 64)] [u8; 2],
        #[packable(cbor_tag = 7)] f32,
        #[packable(cbor_tag = 8)] Option<u16>,
        #[packable(cbor_tag = 9)] Color,
        #[packable(cbor_tag = 258)] BTreeSet<i8>,
    ),
    Within(#[packable(cbor_tag = 10)] Box<Marked>, #[packable(cbor_tag = 11)] (i16, char), u8),
    List(#[packable(cbor_tag = 12)] Vec<Marked>),
}

/// Keys that contain maps and sets, whose keys nest again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
pub enum Term {
    /// A number.
    Int(i64),
    /// A string.
    Text(String),
    /// Several.
    List(Vec<Term>),
    /// Keys and values.
    Map(#[packable(leaf)] BTreeMap<Term, Term>),
    /// Sets of sets.
    Sets(#[packable(leaf)] BTreeSet<BTreeSet<Term>>),
}

/// Large arrays: one within the value, one whose elements are not bytes, and one so large that it is unpacked in place.
#[derive(Clone, Debug, PartialEq, Packable)]
#[allow(clippy::large_enum_variant, reason = "the test needs a large variant")]
pub enum Large {
    /// No array.
    Small(u8),
    /// Within the value.
    Inline([u8; 600]),
    /// Behind a pointer.
    Words(Box<[u16; 600]>, bool),
    /// Behind a pointer, and large.
    Vast(Box<[u8; 4100]>),
    /// Several.
    Node(Vec<Large>),
}

/// Types of other libraries. (Without those of `indexmap`, for which a sequence with a duplicate key is also a value;
/// see the suite `written_back`.)
#[derive(Clone, Debug, PartialEq, Packable)]
#[allow(missing_docs)]
pub struct Library {
    pub small: SmallVec<[u16; 2]>,
    pub bytes: Bytes,
    #[packable(leaf)]
    pub nested: SmallVec<[Box<Library>; 1]>,
    pub id: Uuid,
}

/// A key with fields that an older version did not have.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Packable)]
pub struct Version {
    /// A field that is always present.
    pub major: u8,
    /// A field that older versions lack; then it is 0.
    #[packable(default)]
    pub minor: u8,
    /// A field that older versions lack; then it is empty.
    #[packable(default)]
    pub label: String,
}

/// A type that has grown: it has fields that may be absent, also in keys, and may meet unknown constructors.
#[derive(Clone, Debug, PartialEq, Packable)]
pub enum Grown {
    /// Keys that an older version may have written.
    Keys(BTreeMap<Version, u8>, #[packable(default)] BTreeSet<Version>),
    /// A cell of a list.
    Cell(u16, Box<Grown>),
    /// Several.
    Several(Vec<Grown>, #[packable(default)] Option<i32>),
    /// A constructor of a newer version.
    #[packable(other)]
    Unknown(RawBuf),
}

/// Fields that newer versions added: of every extent, in mixed order, one without bytes, one that is extensible itself.
/// Some of them contain values of the type.
#[derive(Clone, Debug, PartialEq, Packable)]
#[allow(missing_docs)]
pub struct Profile {
    pub id: u16,
    pub name: String,
    pub maybe: Option<u8>,
    #[packable(default)]
    pub bytes: [u8; 3],
    #[packable(default)]
    pub tree: Option<Box<Tree>>,
    #[packable(default)]
    pub unit: (),
    #[packable(default)]
    pub flag: bool,
    #[packable(default)]
    pub version: Version,
    #[packable(default)]
    pub children: Vec<Profile>,
    #[packable(default)]
    pub next: Option<Box<Profile>>,
}

/// Extensible by an attribute alone: a list, and a tree whose subtrees are not its last field.
#[derive(Clone, Debug, PartialEq, Packable)]
#[packable(extensible)]
pub enum Links<T> {
    /// The end.
    End,
    /// A cell.
    Link(T, Box<Links<T>>),
    /// Two lists, and fields of other extents between and after them.
    Fork(Box<Links<T>>, Option<T>, Option<Box<Links<T>>>, bool),
    /// Several.
    Many(Vec<Links<T>>, Option<T>),
}

/// Extensible, without data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
#[packable(extensible)]
#[allow(missing_docs)]
pub enum Signal {
    Off,
    On,
}

/// Extensible, without fields.
#[derive(Clone, Debug, PartialEq, Packable)]
#[packable(extensible)]
pub struct Note;

/// Extensible, with one field.
#[derive(Clone, Debug, PartialEq, Packable)]
#[packable(extensible)]
pub struct Label(pub String);

/// An enum that keeps the constructors of newer versions.
#[derive(Clone, Debug, PartialEq, Packable)]
pub enum Event {
    /// Nothing.
    Nothing,
    /// Fields that may be absent, of static and of varying size.
    Number(i32, #[packable(default)] bool, #[packable(default)] String),
    /// An event that is not the last field, and perhaps one that is.
    Within(Box<Event>, u16, #[packable(default, leaf)] Option<Box<Event>>),
    /// Several.
    Several(Vec<Event>),
    /// A cell of a list.
    Next(u8, Option<bool>, Box<Event>),
    /// A constructor of a newer version.
    #[packable(other)]
    Unknown(Unknown),
}

/// A type that is not extensible, and contains extensible values in every way.
#[derive(Clone, Debug, PartialEq, Packable)]
#[allow(missing_docs)]
pub struct Parcel {
    pub note: Note,
    pub notes: Vec<Note>,
    pub signal: Signal,
    pub signals: [Signal; 2],
    pub label: Label,
    pub maybe: Option<Label>,
    pub triple: (Label, u8, Links<Signal>),
    pub result: Result<Note, Label>,
    pub keys: BTreeMap<Version, Signal>,
    pub set: BTreeSet<Signal>,
    pub events: Vec<Option<Event>>,
    pub last: Event,
}
