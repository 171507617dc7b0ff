//! A walk over values, one by one.

use packed_data_schema::Visit;

use crate::assemble::{Assembler, Walk};
use crate::columns::Columns;
use crate::error::Error;
use crate::select::Selection;

/// Walks over the values of columns, and passes on the parts of one at a time: as
/// [`Columns::visit`](crate::Columns::visit), but the program has each value for itself, and may stop in between.
///
/// ```
/// use packed_data::Packed;
/// use packed_data_columns::{Columns, Options, encode};
/// use packed_data_schema::{ScalarValue, TypeIndex, Visit};
///
/// #[derive(Default)]
/// struct Sum(u128);
///
/// impl Visit<'_> for Sum {
///     fn scalar(&mut self, _: TypeIndex, value: ScalarValue) {
///         if let ScalarValue::Unsigned(value) = value {
///             self.0 += value;
///         }
///     }
/// }
///
/// let bytes = encode(&Packed::<[(u8, u32)]>::pack(&[(1, 2), (3, 4)][..]), Options::new());
/// let columns = Columns::<(u8, u32)>::open(&bytes)?;
/// let (mut walker, mut sums) = (columns.walker(None)?, Vec::new());
/// while walker.len() > 0 {
///     let mut sum = Sum::default();
///     walker.next(&mut sum)?;
///     sums.push(sum.0);
/// }
/// assert_eq!(sums, [3, 7]);
/// # Ok::<(), packed_data_columns::Error>(())
/// ```
#[derive(Debug)]
pub struct ColumnWalker<'c, 'b> {
    assembler: Assembler<'c, 'b>,
    left: u64,
}

impl<'b, T: ?Sized> Columns<'b, T> {
    /// Returns a walker over all values; with a selection, over what it has of them.
    ///
    /// # Errors
    ///
    /// The beginning of a column is not valid.
    pub fn walker<'c>(&'c self, selection: Option<&'c Selection>) -> Result<ColumnWalker<'c, 'b>, Error> {
        Ok(ColumnWalker {
            assembler: Assembler::new(&self.raw, selection.map_or(Walk::All, Walk::Selected))?,
            left: self.len(),
        })
    }
}

impl<'b> ColumnWalker<'_, 'b> {
    /// Returns the number of values that are left.
    pub fn len(&self) -> u64 {
        self.left
    }

    /// Returns whether none are left.
    pub fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// Passes on the parts of the next value. After the last one, all columns that are read must end.
    ///
    /// # Errors
    ///
    /// A column is not valid, or no value is left; so it is after an error, and after a visitor that
    /// [stopped](Visit::is_over). The parts before that were passed on.
    pub fn next<V: Visit<'b>>(&mut self, visit: &mut V) -> Result<(), Error> {
        // (Of a value that was left in the middle, or is not valid, parts would come first.)
        let left = self.left.checked_sub(1).filter(|_| self.assembler.is_between_values());
        self.left = left.ok_or_else(|| Error::no_value(0))?;
        self.assembler.value(visit)?;
        if self.left == 0 && !self.assembler.is_stopped() { self.assembler.check_end() } else { Ok(()) }
    }

    /// Passes over values of which each has one value of each column that is read.
    pub(crate) fn pass(&mut self, count: u64, ranks: &mut [u64]) -> Result<(), Error> {
        ranks.fill(count);
        self.left = self.left.saturating_sub(count);
        self.assembler.skip(ranks)?;
        if self.left == 0 { self.assembler.check_end() } else { Ok(()) }
    }
}
