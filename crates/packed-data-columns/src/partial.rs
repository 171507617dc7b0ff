//! Values of which only some columns are read.

use alloc::vec::Vec;

use packed_data::Limits;
use packed_data_model::visit::Nothing;
use packed_data_schema::path::{Path, PathError};
use packed_data_schema::{Codec, LayoutId};

use crate::columns::Columns;
use crate::error::Error;
use crate::select::Selection;
use crate::tree::{ColumnSchema, Kind};
use crate::walk::ColumnWalker;

/// Reads only some parts of values: the columns of all others are not read. Made once for all columns of a type.
///
/// The values are those of a [`Partial`](packed_data_schema::Partial) schema: of the other parts each is `()`. A
/// type has the same parts wherever it occurs.
///
/// ```
/// use packed_data::{Packable, Packed};
/// use packed_data_columns::{Columns, Error, Options, PartialReader, encode};
/// use packed_data_schema::LayoutId;
/// use packed_data_schema::path::Path;
///
/// #[derive(Packable)]
/// struct Song {
///     title: String,
///     seconds: u16,
/// }
///
/// let songs: Vec<_> = (0..100).map(|seconds| Song { title: "Low Tide".into(), seconds }).collect();
/// let bytes = encode(&Packed::<[Song]>::pack(&songs), Options::new());
/// let columns = Columns::<Song>::open(&bytes)?;
///
/// let paths = [Path::parse("seconds")?];
/// let reader = PartialReader::new(columns.tree(), LayoutId::Compact, &paths)?.expect("such values can be packed");
/// let mut found = Vec::new();
/// reader.read(&columns, [7, 70], &Default::default(), |number, record| {
///     found.push((number, record));
///     Ok::<(), Error>(())
/// })?;
/// assert_eq!(found, [(7, vec![7, 0]), (70, vec![70, 0])]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PartialReader {
    codec: Codec<'static>,
    selection: Selection,
    /// Whether each value has one value of each column that is read.
    is_flat: bool,
}

impl PartialReader {
    /// Returns a reader of the parts to which paths lead, with all that is in them. `None` if such values cannot be
    /// packed in the layout, which must be `Compact` or `Indexed`, or within the limits.
    ///
    /// # Errors
    ///
    /// A path leads nowhere.
    pub fn new(tree: &ColumnSchema, layout: LayoutId, paths: &[Path]) -> Result<Option<Self>, PathError> {
        let partial = tree.schema().partial(0, paths)?;
        // (In other layouts, a part that is not there takes bytes.)
        let partial = partial.filter(|_| matches!(layout, LayoutId::Compact | LayoutId::Indexed));
        Ok(partial.and_then(|partial| {
            let selection = Selection::of_partial(tree, &partial);
            let codec = partial.schema().clone().into_codec(layout).ok()?;
            Some(Self { codec, is_flat: selection.is_flat(tree), selection })
        }))
    }

    /// Returns a reader of whole values; `None` if the layout does not have the type.
    pub fn of_all(tree: &ColumnSchema, layout: LayoutId) -> Option<Self> {
        let selection = Selection::of_fields(tree, |_, _, _| true);
        let codec = tree.schema().clone().into_codec(layout).ok()?;
        Some(Self { codec, is_flat: selection.is_flat(tree), selection })
    }

    /// Returns the codec of the values that are read.
    pub fn codec(&self) -> &Codec<'static> {
        &self.codec
    }

    /// Reads the values with these numbers, which ascend, and passes on each number and the bytes, which are checked.
    /// Others are passed over: by whole blocks, if each value has one of each column.
    ///
    /// # Errors
    ///
    /// A column that is read is not valid, a part is not, there are fewer values, or `each` fails.
    pub fn read<T: ?Sized, E: From<Error>>(
        &self,
        columns: &Columns<'_, T>,
        numbers: impl IntoIterator<Item = u64>,
        limits: &Limits,
        mut each: impl FnMut(u64, Vec<u8>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut walker = columns.walker(Some(&self.selection))?;
        let mut ranks = alloc::vec![0; columns.tree().len()];
        let mut pass = |walker: &mut ColumnWalker<'_, '_>, count: u64| match count {
            0 => Ok(()),
            _ if self.is_flat => walker.pass(count, &mut ranks),
            _ => (0..count).try_for_each(|_| walker.next(&mut Nothing)),
        };
        let mut next = 0;
        for number in numbers {
            let before = number.checked_sub(next).filter(|_| number < columns.len());
            pass(&mut walker, before.ok_or_else(|| Error::no_value(number))?)?;
            let mut writer = columns.raw.writer(&self.codec);
            walker.next(&mut writer)?;
            each(number, writer.finish(limits).map_err(Error::from)?)?;
            next = number + 1;
        }
        Ok(pass(&mut walker, columns.len() - next)?)
    }
}

impl Selection {
    /// Returns whether each value has one value of each column that is read.
    fn is_flat(&self, tree: &ColumnSchema) -> bool {
        // (A column that several parts share has the values of all of them.)
        if !tree.has_own_columns() {
            return false;
        }
        let (mut flat, mut open) = (alloc::vec![false; tree.len()], alloc::vec![0]);
        // (Parts come after the node that has them, but for types that contain each other, which have a column.)
        while let Some(node) = open.pop() {
            let is_struct = matches!(tree.nodes[node as usize].kind, Kind::Fields { count: 1, tags: None, .. });
            tree.columns_of(node, &mut |field, column| flat[column as usize] |= field.is_none() || is_struct);
            if is_struct {
                tree.parts(node, &mut |field, part| {
                    let presence = field.and_then(|field| tree.fields[field as usize].presence);
                    if presence.is_none() && part > node {
                        open.push(part);
                    }
                });
            }
        }
        self.columns.iter().zip(flat).all(|(is_read, is_flat)| is_flat || !is_read)
    }
}
