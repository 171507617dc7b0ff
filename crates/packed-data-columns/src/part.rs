//! Parts of values by number, for a program that goes through the types itself.

use packed_data_schema::ScalarKind;

use crate::columns::Columns;
use crate::error::Error;
use crate::tree::{ColumnSchema, Kind};
use crate::values::{Column, ColumnValue};

/// A part of the values of a [`ColumnSchema`]: a type where it occurs.
///
/// ```
/// use packed_data::Packed;
/// use packed_data_columns::{Columns, Options, encode};
///
/// let values = [(1_u8, vec![2_u32]), (3, vec![4, 5])];
/// let bytes = encode(&Packed::<[(u8, Vec<u32>)]>::pack(&values[..]), Options::new());
/// let columns = Columns::<(u8, Vec<u32>)>::open(&bytes)?;
/// let tree = columns.tree();
/// let elements = tree.field_of(tree.values(), 0, 1).and_then(|list| tree.element_of(list)).expect("there are some");
/// assert_eq!(columns.column_of::<u32>(elements)?.collect::<Vec<_>>(), [2, 4, 5]);
/// # Ok::<(), packed_data_columns::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part(u32);

impl ColumnSchema {
    /// Returns the values themselves.
    pub fn values(&self) -> Part {
        Part(0)
    }

    /// Returns a field of a part, by the numbers of its constructor and its own. `None` if there is no such field, or
    /// if it may be absent.
    pub fn field_of(&self, of: Part, constructor: u32, field: u32) -> Option<Part> {
        let Kind::Fields { first, count, .. } = self.nodes.get(of.0 as usize)?.kind else { return None };
        let fields = (constructor < count).then(|| self.fields_of(first + constructor))?;
        let field = fields.get(field as usize).filter(|field| field.presence.is_none())?;
        Some(Part(field.node))
    }

    /// Returns the elements of a list or an array; `None` of another part.
    pub fn element_of(&self, of: Part) -> Option<Part> {
        match self.nodes.get(of.0 as usize)?.kind {
            Kind::Array { element, .. } | Kind::Sequence { element, .. } => Some(Part(element)),
            _ => None,
        }
    }

    /// Returns whether each part has columns of its own: no type contains itself, and there are not too many.
    pub fn has_own_columns(&self) -> bool {
        let mut seen = alloc::vec![false; self.nodes.len()];
        seen[0] = true;
        let mut is_own = true;
        for node in 0..self.nodes.len() as u32 {
            self.parts(node, &mut |_, part| is_own &= !core::mem::replace(&mut seen[part as usize], true));
        }
        is_own
    }
}

impl<'b, T: ?Sized> Columns<'b, T> {
    /// Returns the column of a part, as [`column`](Self::column) does.
    ///
    /// # Errors
    ///
    /// Its values are of another type, or it is not valid.
    ///
    /// # Panics
    ///
    /// If the part is that of other columns, and there is no such part here.
    pub fn column_of<V: ColumnValue<'b>>(&self, part: Part) -> Result<Column<'b, V>, Error> {
        self.column_of_node(part.0, || self.tree().path_of_node(part.0))
    }

    /// Does the same; `None` if the values are of another type.
    ///
    /// # Errors
    ///
    /// The column is not valid.
    ///
    /// # Panics
    ///
    /// If the part is that of other columns, and there is no such part here.
    pub fn column_if<V: ColumnValue<'b>>(&self, part: Part) -> Result<Option<Column<'b, V>>, Error> {
        self.number_of::<V>(part.0).ok().map(|column| self.column_of_number(column)).transpose()
    }

    /// Returns the column of a part whose values are scalars of up to 64 bits. `None` of another part, and of integers
    /// that are not zero, since a column is not checked for zeros.
    ///
    /// # Errors
    ///
    /// The column is not valid.
    ///
    /// # Panics
    ///
    /// If the part is that of other columns, and there is no such part here.
    pub fn scalars_of(&self, part: Part) -> Result<Option<ScalarColumn<'b>>, Error> {
        let Kind::Scalar { scalar, column } = self.tree().nodes[part.0 as usize].kind else { return Ok(None) };
        Ok(Some(match (scalar.kind(), scalar.width()) {
            _ if scalar.is_non_zero() => return Ok(None),
            (ScalarKind::Unsigned, 1) => ScalarColumn::U8(self.column_of_number(column)?),
            (ScalarKind::Unsigned, 2) => ScalarColumn::U16(self.column_of_number(column)?),
            (ScalarKind::Unsigned, 4) => ScalarColumn::U32(self.column_of_number(column)?),
            (ScalarKind::Unsigned, _) => ScalarColumn::U64(self.column_of_number(column)?),
            (ScalarKind::Signed, 1) => ScalarColumn::I8(self.column_of_number(column)?),
            (ScalarKind::Signed, 2) => ScalarColumn::I16(self.column_of_number(column)?),
            (ScalarKind::Signed, 4) => ScalarColumn::I32(self.column_of_number(column)?),
            (ScalarKind::Signed, _) => ScalarColumn::I64(self.column_of_number(column)?),
            (ScalarKind::Float, 4) => ScalarColumn::F32(self.column_of_number(column)?),
            (ScalarKind::Float, _) => ScalarColumn::F64(self.column_of_number(column)?),
            (ScalarKind::Bool, _) => ScalarColumn::Bool(self.column_of_number(column)?),
            (ScalarKind::Char, _) => ScalarColumn::Char(self.column_of_number(column)?),
            (ScalarKind::Duration | ScalarKind::Time, _) => return Ok(None),
        }))
    }
}

/// A column of scalars, by their type: see [`Columns::scalars_of`]. Integers of the size of a pointer have 64 bits.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "each is named after its type")]
pub enum ScalarColumn<'b> {
    U8(Column<'b, u8>),
    U16(Column<'b, u16>),
    U32(Column<'b, u32>),
    U64(Column<'b, u64>),
    I8(Column<'b, i8>),
    I16(Column<'b, i16>),
    I32(Column<'b, i32>),
    I64(Column<'b, i64>),
    F32(Column<'b, f32>),
    F64(Column<'b, f64>),
    Bool(Column<'b, bool>),
    Char(Column<'b, char>),
}

impl ScalarColumn<'_> {
    /// Returns whether no values are left.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::U8(values) => values.is_empty(),
            Self::U16(values) => values.is_empty(),
            Self::U32(values) => values.is_empty(),
            Self::U64(values) => values.is_empty(),
            Self::I8(values) => values.is_empty(),
            Self::I16(values) => values.is_empty(),
            Self::I32(values) => values.is_empty(),
            Self::I64(values) => values.is_empty(),
            Self::F32(values) => values.is_empty(),
            Self::F64(values) => values.is_empty(),
            Self::Bool(values) => values.is_empty(),
            Self::Char(values) => values.is_empty(),
        }
    }
}
