//! A schema as a value: the types that one type consists of, each resolved once; prints its text.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use packed_data::Fingerprint;
use packed_data::error::Printable;

use crate::steps;
pub(crate) use packed_data_model::Scalar;

/// The first line of every text: the version of its grammar.
pub(crate) const VERSION: &str = "packed-data schema 1";

/// The name of the adapter around an optional value that is a member of an object in JSON: a missing member is `None`.
pub(crate) const MISSING: &str = "missing";

/// The description of a packed type: everything that decides its bytes, in every layout.
///
/// It is the value of the text that a [`Fingerprint`] hashes, and prints and parses as that text. The text has names as
/// they are, also those from a file of another program; `Debug`, errors and comparisons print them escaped, as
/// [`Printable`] does.
///
/// ```
/// use packed_data::{Fingerprint, Packable};
/// use packed_data_schema::Schema;
///
/// #[derive(Packable)]
/// enum Tree {
///     Leaf(i64),
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// let schema = Schema::of::<Tree>();
/// assert_eq!(schema.to_string(), Fingerprint::description_of::<Tree>());
/// assert_eq!(schema.fingerprint(), Fingerprint::of::<Tree>());
///
/// // Another program needs only the text.
/// let text = "packed-data schema 1\n\
///             enum 4:Tree 2 4:Leaf 1 1:0 #1 4:Node 2 1:0 #0 1:1 #0\n\
///             i64\n";
/// assert_eq!(text.parse(), Ok(schema));
/// ```
#[derive(Clone)]
pub struct Schema {
    /// Never empty; every index of a type in it is less than its length.
    types: Vec<Type>,
    /// What each of these types is packed as.
    resolved: Vec<Resolved>,
    /// The former names of constructors and fields: the type, the number of the constructor, the index of the field.
    former_names: BTreeMap<(TypeIndex, u32, Option<u32>), String>,
}

/// What a type is packed as, determined once, so that chains of types without bytes of their own are not followed
/// again.
#[derive(Clone, Copy, Default)]
pub(crate) struct Resolved {
    /// The type that values are packed as.
    pub(crate) packed: TypeIndex,
    /// Whether a value may be null in JSON.
    pub(crate) is_nullable: bool,
    /// Whether values that are keys are the keys of an object in JSON.
    pub(crate) is_simple_key: bool,
    /// Whether it is an enum without tags in JSON.
    pub(crate) is_json: bool,
    /// Whether it is an optional value that is missing in JSON if it is `None`, as a member of an object.
    pub(crate) may_be_missing: bool,
}

/// The index of a type in its [`Schema`]; 0 is the type that the schema describes.
pub type TypeIndex = u32;

/// One type of a [`Schema`]: a line of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Type {
    /// A number, or another value of a fixed form.
    Scalar(Scalar),
    /// A string.
    Text,
    /// An item of CBOR of any kind.
    Cbor,
    /// A constructor that the reader does not know, as it was packed: `packed_data::types::Unknown`.
    Unknown,
    /// Any number of elements.
    Sequence {
        /// The type of the elements.
        element: TypeIndex,
        /// Whether it is a `haskell::Vector`, which the layout `Serialise` writes differently.
        is_vector: bool,
    },
    /// A set, or a map if the elements are entries: elements in the order of their keys, each key once.
    Sorted {
        /// The type of the elements.
        element: TypeIndex,
    },
    /// A fixed number of elements.
    Array {
        /// The number of elements.
        len: u64,
        /// The type of the elements.
        element: TypeIndex,
    },
    /// Fields in order.
    Struct(Struct),
    /// Constructors, each with fields in order.
    Enum(Enum),
    /// A type of another crate, packed as the type `inner` by an adapter.
    With {
        /// The name of the adapter; it says what the value means.
        name: String,
        /// The type that it is packed as.
        inner: TypeIndex,
    },
}

/// Which kind of struct a [`Struct`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StructKind {
    /// A struct.
    Struct,
    /// A tuple, or `()`; it has no name.
    Tuple,
    /// An entry of a map: the fields `key` and `value`.
    Entry,
}

/// A struct, a tuple, or an entry of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Struct {
    /// Which of them it is.
    pub kind: StructKind,
    /// The name; empty for a tuple.
    pub name: String,
    /// Whether a value may have fields that a reader does not know.
    pub is_extensible: bool,
    /// Whether validation tests a condition of the program.
    pub has_condition: bool,
    /// The fields.
    pub fields: Vec<Field>,
}

/// An enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enum {
    /// Whether it is an `Option`, which some layouts write differently from an enum of the same form.
    pub is_optional: bool,
    /// The name.
    pub name: String,
    /// Whether a value may have constructors, or fields of them, that a reader does not know.
    pub is_extensible: bool,
    /// Whether validation tests a condition of the program.
    pub has_condition: bool,
    /// The constructors, in the order of their tags.
    pub constructors: Vec<Constructor>,
}

/// A constructor of an [`Enum`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constructor {
    /// Whether it represents all constructors that a reader does not know. Only the last one may.
    pub is_other: bool,
    /// The name.
    pub name: String,
    /// The fields.
    pub fields: Vec<Field>,
}

/// A field of a struct or of a constructor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Whether no layout writes its size before it, as in `Option`.
    pub is_bare: bool,
    /// Whether it may be absent.
    pub has_default: bool,
    /// The CBOR tag before it.
    pub tag: Option<u64>,
    /// The name; that of a field without a name is its index.
    pub name: String,
    /// The type.
    pub of: TypeIndex,
}

impl Schema {
    /// Returns the schema of these types, given what each of them is.
    pub(crate) fn from_types(types: Vec<Type>, resolved: Vec<Resolved>) -> Self {
        Self { types, resolved, former_names: BTreeMap::new() }
    }

    /// Returns the same types, each perhaps changed, and after them `()`, whose index `change` gets too.
    pub(crate) fn with_unit(&self, change: impl Fn(TypeIndex, Type, TypeIndex) -> Type) -> Self {
        let unit = self.types.len() as TypeIndex;
        let (kind, name) = (StructKind::Tuple, String::new());
        let of_unit =
            Type::Struct(Struct { kind, name, is_extensible: false, has_condition: false, fields: Vec::new() });
        let types =
            (0..).zip(&self.types).map(|(of, found)| change(of, found.clone(), unit)).chain([of_unit]).collect();
        let resolved =
            self.resolved.iter().copied().chain([Resolved { packed: unit, ..Resolved::default() }]).collect();
        Self::from_types(types, resolved)
    }

    /// Adds the former name of a constructor or field.
    pub(crate) fn add_former_name(&mut self, of: TypeIndex, constructor: u32, field: Option<u32>, name: String) {
        self.former_names.insert((of, constructor, field), name);
    }

    /// Returns the former name that the Rust type states for a constructor, or for a field of it:
    /// `#[packable(was = "name")]`. It is no part of the text: a schema that was parsed has none.
    ///
    /// ```
    /// use packed_data::Packable;
    /// use packed_data_schema::Schema;
    ///
    /// #[derive(Packable)]
    /// struct Person {
    ///     #[packable(was = "name")]
    ///     full_name: String,
    /// }
    ///
    /// let schema = Schema::of::<Person>();
    /// assert_eq!(schema.former_name(0, 0, Some(0)), Some("name"));
    /// ```
    pub fn former_name(&self, of: TypeIndex, constructor: u32, field: Option<u32>) -> Option<&str> {
        self.former_names.get(&(of, constructor, field)).map(String::as_str)
    }

    /// Returns the fingerprint of the type: the hash of the text.
    pub fn fingerprint(&self) -> Fingerprint {
        let mut hash = Fnv(0xCBF2_9CE4_8422_2325);
        // (The hash never fails.)
        let _ = fmt::write(&mut hash, format_args!("{self}"));
        Fingerprint::from_bits(hash.0)
    }

    /// Returns all types, in the order of the lines of the text.
    pub fn types(&self) -> &[Type] {
        &self.types
    }

    /// Returns the type that the schema describes.
    pub fn root(&self) -> &Type {
        &self.types[0]
    }

    /// Returns a type by its index, which must be one of this schema.
    ///
    /// # Panics
    ///
    /// If the schema has no such type.
    pub fn get(&self, index: TypeIndex) -> &Type {
        steps::count(1);
        &self.types[index as usize]
    }

    /// Returns a type as a person would call it: `Tree`, `Vec<i64>`, `Option<String>`, `[u8; 16]`. Names are escaped as
    /// [`Printable`] does it, because a schema may be from outside. A long name is cut: it has a few hundred bytes at
    /// most.
    ///
    /// ```
    /// use packed_data_schema::Schema;
    ///
    /// let schema = Schema::of::<Vec<(u8, Option<String>)>>();
    /// assert_eq!(schema.name_of(0), "Vec<(u8, Option<String>)>");
    /// ```
    pub fn name_of(&self, index: TypeIndex) -> String {
        let mut name = String::new();
        self.push_name(index, 0, &mut name);
        Printable(name).to_string()
    }

    fn push_name(&self, index: TypeIndex, depth: usize, out: &mut String) {
        if depth > 8 || out.len() > LONG_NAME {
            return out.push('_');
        }
        let next = depth + 1;
        match self.get(index) {
            Type::Scalar(scalar) => out.push_str(scalar.name()),
            Type::Text => out.push_str("String"),
            Type::Cbor => out.push_str("RawBuf"),
            Type::Unknown => out.push_str("Unknown"),
            Type::Sequence { element, is_vector } => {
                out.push_str(if *is_vector { "Vector<" } else { "Vec<" });
                self.push_name(*element, next, out);
                out.push('>');
            }
            Type::Sorted { element } => match self.entry(*element) {
                Some((key, value)) => {
                    out.push_str("Map<");
                    self.push_name(key, next, out);
                    out.push_str(", ");
                    self.push_name(value, next, out);
                    out.push('>');
                }
                None => {
                    out.push_str("Set<");
                    self.push_name(*element, next, out);
                    out.push('>');
                }
            },
            Type::Array { len, element } => {
                out.push('[');
                self.push_name(*element, next, out);
                out.push_str(&format!("; {len}]"));
            }
            Type::Struct(Struct { kind: StructKind::Tuple, fields, .. }) => {
                out.push('(');
                for (position, field) in fields.iter().enumerate() {
                    if position > 0 {
                        out.push_str(", ");
                    }
                    if out.len() > LONG_NAME {
                        out.push_str("...");
                        break;
                    }
                    self.push_name(field.of, next, out);
                }
                out.push_str(if fields.len() == 1 { ",)" } else { ")" });
            }
            Type::Struct(Struct { name, .. }) => out.push_str(&short(name)),
            Type::Enum(of) => {
                out.push_str(&short(&of.name));
                let arguments: Vec<TypeIndex> = match (&of.constructors[..], of.name.as_str()) {
                    ([none, some], _) if of.is_optional && none.fields.is_empty() && some.fields.len() == 1 => {
                        vec![some.fields[0].of]
                    }
                    ([ok, err], "Result") if ok.fields.len() == 1 && err.fields.len() == 1 => {
                        vec![ok.fields[0].of, err.fields[0].of]
                    }
                    _ => return,
                };
                out.push('<');
                for (position, argument) in arguments.into_iter().enumerate() {
                    if position > 0 {
                        out.push_str(", ");
                    }
                    self.push_name(argument, next, out);
                }
                out.push('>');
            }
            Type::With { name, inner } if name.is_empty() || name == MISSING => self.push_name(*inner, next, out),
            Type::With { name, .. } => out.push_str(&short(name)),
        }
    }

    /// Returns the types of key and value if the type is an entry of a map, also behind adapters.
    pub(crate) fn entry(&self, index: TypeIndex) -> Option<(TypeIndex, TypeIndex)> {
        match self.get(self.packed(index)) {
            Type::Struct(Struct { kind: StructKind::Entry, fields, .. }) => Some((fields[0].of, fields[1].of)),
            _ => None,
        }
    }

    /// Returns the type that values are packed as: the type itself, or what adapters pack it as. Takes constant time.
    ///
    /// # Panics
    ///
    /// If the schema has no such type.
    pub fn packed(&self, index: TypeIndex) -> TypeIndex {
        steps::count(1);
        self.resolved[index as usize].packed
    }

    /// Returns whether a value of the type may be null in JSON.
    pub(crate) fn is_nullable(&self, index: TypeIndex) -> bool {
        self.resolved[index as usize].is_nullable
    }

    /// Returns whether the type is packed as a [JSON enum](mod@crate::infer): one whose constructors leave no trace in
    /// JSON.
    ///
    /// # Panics
    ///
    /// If the schema has no such type.
    pub fn is_json_enum(&self, index: TypeIndex) -> bool {
        self.resolved[index as usize].is_json
    }

    /// Returns whether a member of this type is missing in JSON if the value is `None`.
    pub(crate) fn may_be_missing(&self, index: TypeIndex) -> bool {
        self.resolved[index as usize].may_be_missing
    }

    /// Returns whether keys of this type are the keys of an object in JSON.
    pub(crate) fn is_simple_key(&self, index: TypeIndex) -> bool {
        self.resolved[index as usize].is_simple_key
    }
}

/// Parts of the name of a type that begin after this number of bytes are left out.
const LONG_NAME: usize = 200;

/// Returns a name for a message; a long one is cut after 80 characters.
pub(crate) fn short(name: &str) -> Cow<'_, str> {
    match name.char_indices().nth(80) {
        Some((end, _)) => format!("{}...", &name[..end]).into(),
        None => name.into(),
    }
}

/// Two schemas are equal if their types are.
impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        self.types == other.types
    }
}

impl Eq for Schema {}

/// The hash of the text as it is written.
struct Fnv(u64);

impl fmt::Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = text.bytes().fold(self.0, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3));
        Ok(())
    }
}

/// Prints the lines of the text, with names escaped as [`Printable`] does it.
impl fmt::Debug for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{VERSION}")?;
        self.types.iter().try_for_each(|of| writeln!(f, "{}", Printable(of)))
    }
}

impl fmt::Display for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Text(&self.types).fmt(f)
    }
}

/// Prints the text of a schema of these types.
pub(crate) struct Text<'t>(pub(crate) &'t [Type]);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{VERSION}")?;
        self.0.iter().try_for_each(|of| {
            steps::count(1);
            writeln!(f, "{of}")
        })
    }
}

/// Prints the line of the type, without the line feed, and with names as they are: see [`Printable`].
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(scalar) => f.write_str(scalar.name()),
            Self::Text => f.write_str("str"),
            Self::Cbor => f.write_str("cbor"),
            Self::Unknown => f.write_str("unknown"),
            Self::Sequence { element, is_vector: false } => write!(f, "sequence #{element}"),
            Self::Sequence { element, is_vector: true } => write!(f, "vector #{element}"),
            Self::Sorted { element } => write!(f, "sorted #{element}"),
            Self::Array { len, element } => write!(f, "array {len} #{element}"),
            Self::Struct(of) => {
                let word = match of.kind {
                    StructKind::Struct => "struct",
                    StructKind::Tuple => "tuple",
                    StructKind::Entry => "entry",
                };
                write!(f, "{word} {}:{}", of.name.len(), of.name)?;
                marks(f, of.is_extensible, of.has_condition)?;
                fields(f, &of.fields)
            }
            Self::Enum(of) => {
                let word = if of.is_optional { "optional" } else { "enum" };
                write!(f, "{word} {}:{}", of.name.len(), of.name)?;
                marks(f, of.is_extensible, of.has_condition)?;
                write!(f, " {}", of.constructors.len())?;
                for constructor in &of.constructors {
                    f.write_str(if constructor.is_other { " other " } else { " " })?;
                    write!(f, "{}:{}", constructor.name.len(), constructor.name)?;
                    fields(f, &constructor.fields)?;
                }
                Ok(())
            }
            Self::With { name, inner } => write!(f, "with {}:{name} #{inner}", name.len()),
        }
    }
}

fn marks(f: &mut fmt::Formatter<'_>, is_extensible: bool, has_condition: bool) -> fmt::Result {
    f.write_str(if is_extensible { " extensible" } else { "" })?;
    f.write_str(if has_condition { " condition" } else { "" })
}

fn fields(f: &mut fmt::Formatter<'_>, fields: &[Field]) -> fmt::Result {
    write!(f, " {}", fields.len())?;
    for field in fields {
        steps::count_bytes(field.name.len());
        f.write_str(if field.is_bare { " bare" } else { "" })?;
        f.write_str(if field.has_default { " default" } else { "" })?;
        if let Some(tag) = field.tag {
            write!(f, " tag {tag}")?;
        }
        write!(f, " {}:{} #{}", field.name.len(), field.name, field.of)?;
    }
    Ok(())
}

impl Field {
    /// Returns whether the field has a name: whether it is not called by its index, which is a number.
    pub fn is_named(&self) -> bool {
        self.name.is_empty() || !self.name.bytes().all(|byte| byte.is_ascii_digit())
    }
}

impl Type {
    /// Returns the indices of all types that this type refers to, in the order of its line.
    pub fn parts(&self) -> Vec<TypeIndex> {
        match self {
            Self::Scalar(_) | Self::Text | Self::Cbor | Self::Unknown => Vec::new(),
            Self::Sequence { element, .. } | Self::Sorted { element } | Self::Array { element, .. } => vec![*element],
            Self::With { inner, .. } => vec![*inner],
            Self::Struct(of) => of.fields.iter().map(|field| field.of).collect(),
            Self::Enum(of) => of.constructors.iter().flat_map(|of| of.fields.iter().map(|field| field.of)).collect(),
        }
    }
}
