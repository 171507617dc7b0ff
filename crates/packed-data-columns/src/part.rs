//! Parts of values by number, for a program that goes through the types itself.

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
        match self.tree().nodes[part.0 as usize].kind {
            Kind::Scalar { scalar, .. } if !scalar.is_non_zero() => ScalarColumn::open(self, part),
            _ => Ok(None),
        }
    }
}

macro_rules! scalar_columns {
    ($($name:ident $of:ty,)+) => {
        /// A column of scalars, by their type: see [`Columns::scalars_of`]. Integers of the size of a pointer have 64
        /// bits.
        #[derive(Clone, Debug)]
        #[allow(missing_docs, reason = "each is named after its type")]
        pub enum ScalarColumn<'b> {
            $($name(Column<'b, $of>),)+
        }

        impl<'b> ScalarColumn<'b> {
            /// Opens the column of a part whose values are scalars.
            fn open<T: ?Sized>(columns: &Columns<'b, T>, part: Part) -> Result<Option<Self>, Error> {
                $(if let Some(values) = columns.column_if(part)? {
                    return Ok(Some(Self::$name(values)));
                })+
                Ok(None)
            }

            /// Returns whether no values are left.
            pub fn is_empty(&self) -> bool {
                match self {
                    $(Self::$name(values) => values.is_empty(),)+
                }
            }
        }
    };
}

scalar_columns! {
    U8 u8,
    U16 u16,
    U32 u32,
    U64 u64,
    I8 i8,
    I16 i16,
    I32 i32,
    I64 i64,
    F32 f32,
    F64 f64,
    Bool bool,
    Char char,
}
