//! Paths compiled for a type in a layout, to be read in many values.

use alloc::vec;
use alloc::vec::Vec;

use super::Atom;
use super::target::{Subject, Target};
use crate::path::{Path, PathError};
use crate::read::{Codec, Value};
use crate::schema::TypeIndex;

/// Paths that were compiled for a type and a layout, to be followed in many values: as those of a [`Filter`], all in
/// one walk over a value.
///
/// ```
/// use packed_data::{Indexed, Packed};
/// use packed_data_schema::filter::{Atom, Columns};
/// use packed_data_schema::path::Path;
/// use packed_data_schema::{LayoutId, Schema};
///
/// let schema = Schema::of::<(String, u32)>();
/// let codec = schema.codec(LayoutId::Indexed)?;
/// let bytes = Packed::<(String, u32), Indexed>::pack(&("low".into(), 2)).into_inner();
/// let columns = Columns::new(&codec, 0, &[Path::parse("[1]")?, Path::parse("[0]")?])?;
/// assert_eq!(columns.atoms(codec.value(&bytes)), [Atom::Int(2), Atom::Text("low")]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`Filter`]: super::Filter
#[derive(Clone, Debug)]
pub struct Columns<'c> {
    codec: &'c Codec<'c>,
    targets: Vec<Target>,
    /// Their numbers, in the order in which a walk comes to them.
    order: Vec<usize>,
}

impl<'c> Columns<'c> {
    /// Compiles paths in values of a type of the codec's schema; 0 is the type that the schema describes.
    ///
    /// # Errors
    ///
    /// A path leads nowhere in values of the type; the error has the number of the step.
    ///
    /// # Panics
    ///
    /// If the schema has no type of that index.
    pub fn new(codec: &'c Codec<'c>, of: TypeIndex, paths: &[Path]) -> Result<Self, PathError> {
        let targets = paths.iter().map(|path| Target::new(codec, &[of], path)).collect::<Result<Vec<_>, _>>()?;
        let mut order: Vec<_> = (0..targets.len()).collect();
        order.sort_by_key(|number| targets[*number].rank());
        Ok(Self { codec, targets, order })
    }

    /// Returns what each path leads to in a value of the type; `None` if it leads nowhere.
    pub fn values<'a>(&self, value: Value<'a>) -> Vec<Option<Value<'a>>> {
        let mut subject = Subject::new(value, None);
        self.read(None, |target| subject.find(target))
    }

    /// Returns the same as atoms, which are read in constant time where they are at the same offset in every value.
    pub fn atoms<'a>(&self, value: Value<'a>) -> Vec<Atom<'a>> {
        let bytes = core::ptr::eq(value.codec, self.codec).then(|| value.rest());
        let mut subject = Subject::new(value, bytes);
        self.read(Atom::Null, |target| target.atom(&mut subject, value.codec))
    }

    fn read<T: Clone>(&self, nothing: T, mut read: impl FnMut(&Target) -> T) -> Vec<T> {
        let mut found = vec![nothing; self.targets.len()];
        for number in &self.order {
            found[*number] = read(&self.targets[*number]);
        }
        found
    }
}
