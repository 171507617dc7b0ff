//! The schema of values of which only some parts are there.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::path::{Passed, Path, PathError, check_noting};
use crate::schema::{Field, Schema, Type, TypeIndex};

/// The schema of values of which only some parts are there: the others are `()`, which takes no bytes in `Compact` and
/// `Indexed`. Types have the indices that they have in the whole schema, fields too, so that each path that was
/// [selected](Schema::partial) leads to the same in both.
///
/// ```
/// use packed_data::{Limits, Packable};
/// use packed_data_schema::filter::Atom;
/// use packed_data_schema::path::Path;
/// use packed_data_schema::{LayoutId, Schema};
///
/// #[derive(Packable)]
/// struct Song {
///     title: String,
///     seconds: u32,
/// }
///
/// let schema = Schema::of::<Song>();
/// let partial = schema.partial(0, &[Path::parse("seconds")?])?.expect("such values can be packed");
/// assert!(partial.keeps(0, 0, 1) && !partial.keeps(0, 0, 0));
/// let codec = partial.schema().codec(LayoutId::Compact)?;
/// let song = codec.read(&[253, 253, 0, 0], &Limits::DEFAULT)?;
/// assert_eq!(song.field("seconds").map(Atom::of), Some(Atom::Int(65_021)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Partial {
    schema: Schema,
    /// The fields that are there: the type that has them, the number of the constructor, and that of the field.
    kept: BTreeSet<(TypeIndex, u32, u32)>,
}

impl Schema {
    /// Returns the schema of values in which only the parts are to which these paths lead in values of a type, with all
    /// that is in them; and the keys of sets and maps on the way. `None` if a path leads to values without fields,
    /// since there are limits for elements that take no bytes.
    ///
    /// It takes time linear in the schema for each path.
    ///
    /// # Errors
    ///
    /// A path leads nowhere; the error has the number of the step.
    ///
    /// # Panics
    ///
    /// If the schema has no type of that index.
    pub fn partial(&self, of: TypeIndex, paths: &[Path]) -> Result<Option<Partial>, PathError> {
        let (mut kept, mut whole) = (BTreeSet::new(), Vec::new());
        for path in paths {
            let ends = check_noting(self, &[of], &path.steps, &mut |passed| match passed {
                Passed::Field(of, constructor, field) => _ = kept.insert((of, constructor, field)),
                Passed::Whole(of) => whole.push(of),
            })?;
            let is_empty =
                |of: &TypeIndex| matches!(self.get(self.packed(*of)), Type::Struct(of) if of.fields.is_empty());
            if ends.types.iter().any(is_empty) {
                return Ok(None);
            }
            whole.extend(ends.types);
        }
        self.keep_whole(whole, &mut kept);
        let keep = |of: TypeIndex, constructor: u32, fields: &mut [Field], unit: TypeIndex| {
            for (number, field) in (0..).zip(fields) {
                // (What a constructor is that the type does not know is a part of its tag.)
                if !kept.contains(&(of, constructor, number)) && *self.get(field.of) != Type::Unknown {
                    (field.of, field.tag) = (unit, None);
                }
            }
        };
        let schema = self.with_unit(|of, mut found, unit| {
            match &mut found {
                Type::Struct(is) => keep(of, 0, &mut is.fields, unit),
                Type::Enum(is) => {
                    let all = (0..).zip(&mut is.constructors);
                    all.for_each(|(number, constructor)| keep(of, number, &mut constructor.fields, unit));
                }
                _ => {}
            }
            found
        });
        Ok(Some(Partial { schema, kept }))
    }

    /// Keeps all fields of types, and of those in them.
    fn keep_whole(&self, mut open: Vec<TypeIndex>, kept: &mut BTreeSet<(TypeIndex, u32, u32)>) {
        let mut seen = alloc::vec![false; self.types().len()];
        while let Some(of) = open.pop() {
            let of = self.packed(of);
            if core::mem::replace(&mut seen[of as usize], true) {
                continue;
            }
            let mut keep = |constructor: u32, fields: &[Field]| {
                for (number, field) in (0..).zip(fields) {
                    kept.insert((of, constructor, number));
                    open.push(field.of);
                }
            };
            match self.get(of) {
                Type::Struct(is) => keep(0, &is.fields),
                Type::Enum(is) => {
                    (0..).zip(&is.constructors).for_each(|(number, constructor)| keep(number, &constructor.fields));
                }
                Type::Sequence { element, .. } | Type::Array { element, .. } | Type::Sorted { element } => {
                    open.push(*element);
                }
                _ => {}
            }
        }
    }
}

impl Partial {
    /// Returns the schema.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Returns whether a field is there, given the type that has it, the number of its constructor, and its own.
    pub fn keeps(&self, of: TypeIndex, constructor: u32, field: u32) -> bool {
        self.kept.contains(&(self.schema.packed(of), constructor, field))
    }
}
