//! The columns of a type: the scalars and texts that each record has at most once.

use alloc::vec::Vec;

use crate::path::{self, Path, Resolved, Step};
use crate::schema::{Constructor, Enum, Scalar, Schema, Type, TypeIndex};

/// The columns of a type: the paths to scalars, texts and enums without data that each record has at most once, through
/// fields of structs and tuples, and optional values; not into lists, arrays and enums with data. They are in the order
/// of the schema, and at most [`MAX`](Self::MAX). Times and durations are none.
///
/// ```
/// use packed_data::Packable;
/// use packed_data_schema::Schema;
/// use packed_data_schema::path::Path;
/// use packed_data_schema::statistics::Columns;
///
/// #[derive(Packable)]
/// struct Song {
///     title: String,
///     tags: Vec<String>,
///     place: Option<(f64, f64)>,
///     year: Option<u16>,
/// }
///
/// let schema = Schema::of::<Song>();
/// let columns = Columns::new(&schema);
/// assert_eq!(columns.len(), 4);
/// let of = |path| columns.of_path(&schema, &Path::parse(path).unwrap());
/// assert_eq!([of("title"), of("place[1]"), of("year")], [Some(0), Some(2), Some(3)]);
/// assert_eq!([of("place"), of("tags"), of("tags[0]")], [None; 3]);
/// ```
#[derive(Clone, Debug)]
pub struct Columns {
    places: Vec<Place>,
}

/// Where a column is.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The indices of the parts on the way.
    pub(super) parts: Vec<usize>,
    pub(super) of: TypeIndex,
}

/// More fields are not looked at: structs in structs could have any number of them.
const MAX_FIELDS: usize = 1000;
/// Columns are in at most this many structs and optional values.
const MAX_DEPTH: usize = 16;

impl Columns {
    /// A type has at most this many columns: the others are left out.
    pub const MAX: usize = 64;

    /// Finds the columns of the type that a schema describes. It takes time for at most 1000 fields.
    pub fn new(schema: &Schema) -> Self {
        let mut columns = Self { places: Vec::new() };
        let mut left = MAX_FIELDS;
        columns.add(schema, 0, &mut Vec::new(), &mut left);
        columns
    }

    fn add(&mut self, schema: &Schema, of: TypeIndex, parts: &mut Vec<usize>, left: &mut usize) {
        if self.places.len() == Self::MAX || parts.len() > MAX_DEPTH {
            return;
        }
        let fields = match schema.get(schema.packed(of)) {
            Type::Struct(of) => &of.fields,
            Type::Enum(of) if of.is_optional => some(of).map_or(&[][..], |some| &some.fields),
            leaf => {
                if is_column(leaf) {
                    self.places.push(Place { parts: parts.clone(), of });
                }
                return;
            }
        };
        for (index, field) in fields.iter().enumerate() {
            let Some(less) = left.checked_sub(1) else { return };
            *left = less;
            parts.push(index);
            self.add(schema, field.of, parts, left);
            parts.pop();
        }
    }

    /// Returns the number of columns.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    pub(super) fn places(&self) -> &[Place] {
        &self.places
    }

    /// Returns the index of the column to which a path leads, if it leads there in each record that has a value there,
    /// and to nothing in the others.
    pub fn of_path(&self, schema: &Schema, path: &Path) -> Option<usize> {
        let parts = parts_of(schema, &path.steps)?;
        self.places.iter().position(|place| place.parts == parts)
    }
}

fn is_column(of: &Type) -> bool {
    match of {
        Type::Scalar(scalar) => !matches!(scalar, Scalar::Duration | Scalar::SystemTime),
        Type::Text => true,
        // (The null of a JSON document is no text.)
        Type::Enum(of) => {
            !of.is_extensible && of.name != "Json" && of.constructors.iter().all(|one| one.fields.is_empty())
        }
        _ => false,
    }
}

/// Returns the constructor of an optional value that has one.
fn some(of: &Enum) -> Option<&Constructor> {
    let mut with_fields = of.constructors.iter().filter(|constructor| !constructor.fields.is_empty());
    let some = with_fields.next().filter(|some| some.fields.len() == 1 && !some.fields[0].is_named());
    some.filter(|some| with_fields.next().is_none() && !some.fields[0].has_default && !of.is_extensible)
}

/// Returns the indices of the parts on the way along a path, and through optional values and newtypes after it.
fn parts_of(schema: &Schema, steps: &[Step]) -> Option<Vec<usize>> {
    let (mut of, mut rest, mut parts) = (0, steps, Vec::new());
    loop {
        let resolved = path::resolve(schema, of, rest);
        let Resolved { parts: more, of: end, rest: after } = resolved;
        (of, rest) = (end, after);
        parts.extend(more);
        if parts.len() > MAX_DEPTH {
            return None;
        }
        match (schema.get(schema.packed(of)), rest.split_first()) {
            (Type::Enum(optional), step) if optional.is_optional => {
                let some = some(optional)?;
                if step.is_some_and(|(step, _)| !passes(optional, step)) {
                    return None;
                }
                parts.push(0);
                of = some.fields[0].of;
            }
            // (A field that may be absent.)
            (Type::Struct(is), Some((Step::Name(name), after))) => {
                let index = is.fields.iter().position(|field| field.name == *name)?;
                let field = &is.fields[index];
                if *name == is.name || !field.is_named() {
                    return None;
                }
                parts.push(index);
                (of, rest) = (field.of, after);
            }
            (Type::Struct(is), None) => match &is.fields[..] {
                [only] if !only.is_named() && !only.has_default => {
                    parts.push(0);
                    of = only.of;
                }
                _ => return None,
            },
            (_, None) => return Some(parts),
            _ => return None,
        }
    }
}

/// Returns whether a step leads into what an optional value contains, and is no name of a part of it.
fn passes(optional: &Enum, step: &Step) -> bool {
    match step {
        Step::Name(name) => !optional
            .constructors
            .iter()
            .any(|constructor| constructor.name == *name || constructor.fields.iter().any(|field| field.name == *name)),
        Step::Element(_) | Step::FromEnd(_) => true,
        Step::Field { .. } => false,
    }
}
