//! Fields at the same offset in every value.

use alloc::vec::Vec;

use crate::form::FieldsForm;
use crate::plan::{FixedPart, Form, Plan};
use crate::read::Codec;
use crate::schema::{Scalar, Type, TypeIndex};
use packed_data_model::LayoutId;
use packed_data_model::visit::ScalarValue;

/// A field that is at the same offset in every value of a type, so that it is read without a walk. Returned by
/// [`Codec::fixed_field`].
#[derive(Clone, Copy, Debug)]
pub struct FixedField {
    offset: usize,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Scalar(Scalar),
    /// A tag of `size` bytes, which is less than `count`.
    Tag {
        size: usize,
        count: u32,
    },
}

impl FixedField {
    /// Returns the offset, in bytes from the beginning of the value.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Reads the field in the bytes of a value. The tag of an enum is an unsigned number. `None` if the bytes are too
    /// short, or not valid at this place.
    #[inline]
    pub fn read(&self, value: &[u8]) -> Option<ScalarValue> {
        let rest = value.get(self.offset..)?;
        let number = |size: usize| {
            let mut low = [0; 16];
            low.get_mut(..size)?.copy_from_slice(rest.get(..size)?);
            Some(u128::from_le_bytes(low))
        };
        match self.kind {
            // (The most frequent ones, without the way through 128 bits.)
            Kind::Scalar(Scalar::F64) => Some(ScalarValue::F64(f64::from_le_bytes(*rest.first_chunk()?))),
            Kind::Scalar(Scalar::U64) => Some(ScalarValue::Unsigned(u64::from_le_bytes(*rest.first_chunk()?).into())),
            Kind::Scalar(Scalar::U32) => Some(ScalarValue::Unsigned(u32::from_le_bytes(*rest.first_chunk()?).into())),
            Kind::Scalar(Scalar::I64) => Some(ScalarValue::Signed(i64::from_le_bytes(*rest.first_chunk()?).into())),
            Kind::Scalar(Scalar::I32) => Some(ScalarValue::Signed(i32::from_le_bytes(*rest.first_chunk()?).into())),
            Kind::Scalar(scalar) => scalar.value(number(scalar.width())?),
            Kind::Tag { size: 1, count } => {
                Some(u32::from(*rest.first()?)).filter(|tag| *tag < count).map(|tag| ScalarValue::Unsigned(tag.into()))
            }
            Kind::Tag { size, count } => number(size).filter(|tag| *tag < count.into()).map(ScalarValue::Unsigned),
        }
    }
}

impl Codec<'_> {
    /// Returns the place of a field of the codec's type, a struct, if it is the same in every value. So it is if the
    /// field is a scalar or an enum without data, the type is not extensible, and no field of varying size is stored
    /// before it: for every such field in `Indexed`, in `Compact` for those before the first field of another kind.
    ///
    /// ```
    /// use packed_data::{Indexed, Packed};
    /// use packed_data_schema::{LayoutId, ScalarValue, Schema};
    ///
    /// let schema = Schema::of::<(String, u32, bool)>();
    /// let codec = schema.codec(LayoutId::Indexed)?;
    /// let bytes = Packed::<(String, u32, bool), Indexed>::pack(&("text".into(), 7, true)).into_inner();
    /// assert!(codec.fixed_field(0).is_none());
    /// let field = codec.fixed_field(2).expect("static fields come first in Indexed");
    /// assert_eq!((field.offset(), field.read(&bytes)), (4, Some(ScalarValue::Bool(true))));
    /// # Ok::<(), packed_data_schema::Unsupported>(())
    /// ```
    pub fn fixed_field(&self, index: usize) -> Option<FixedField> {
        self.fixed_place(self.only_field(0), &[index])
    }

    /// Returns the parts of the fields of a struct, or of the constructor `tag` of an enum, in the order of their
    /// declaration, if all are of static size and side by side: what [`Visit::fixed_fields`] receives. `None` if they
    /// are not, if there are more than 256, or in a layout of items.
    ///
    /// [`Visit::fixed_fields`]: crate::Visit::fixed_fields
    pub fn fixed_fields(&self, of: TypeIndex, tag: u32) -> Option<Vec<FixedPart>> {
        self.plan.fixed_fields(of, tag)
    }

    /// Returns the parts of one element of an array or sequence, if elements are of static size and side by side: what
    /// [`Visit::fixed_elements`] receives. `None` as for [`fixed_fields`](Self::fixed_fields), and for sets and maps.
    ///
    /// [`Visit::fixed_elements`]: crate::Visit::fixed_elements
    pub fn fixed_elements(&self, of: TypeIndex) -> Option<Vec<FixedPart>> {
        self.plan.fixed_elements(of)
    }

    /// Returns where a part of a value is, given the index of each part on the way, under the same conditions. An array
    /// of static size may be on the way too.
    pub(crate) fn fixed_place(&self, mut node: TypeIndex, parts: &[usize]) -> Option<FixedField> {
        let plan = &self.plan;
        if !matches!(plan.layout, LayoutId::Compact | LayoutId::Indexed) {
            return None;
        }
        let mut offset = 0_usize;
        for index in parts {
            let (inner, at) = part(plan, node, *index)?;
            (node, offset) = (inner, offset.checked_add(at)?);
        }
        let kind = match plan.nodes.get(self.only_field(node) as usize)?.form {
            Form::Scalar(scalar) => Kind::Scalar(scalar),
            Form::Enum { first, count, tag_size, has_head: false, .. } => {
                let constructors = plan.constructors.get(first as usize..)?.get(..count as usize)?;
                if constructors.iter().any(|constructor| constructor.len > 0) {
                    return None;
                }
                Kind::Tag { size: tag_size.into(), count }
            }
            _ => return None,
        };
        Some(FixedField { offset, kind })
    }

    /// Returns the type whose bytes these are: the type inside all structs around a single field without a name.
    pub(crate) fn only_field(&self, mut node: TypeIndex) -> TypeIndex {
        // (The parser refuses a struct that contains itself.)
        while let Type::Struct(of) = self.schema.get(self.schema.packed(node))
            && FieldsForm::of_struct(of.kind, &of.fields) == FieldsForm::Newtype
            && let Some(Form::Struct { constructor, has_head: false, has_tag: false, .. }) =
                self.plan.nodes.get(node as usize).map(|node| node.form)
            && let Some(constructor) = self.plan.constructors.get(constructor as usize)
            && let Some(only) = self.plan.fields.get(constructor.first as usize)
            && only.size.is_some()
        {
            node = only.node;
        }
        node
    }
}

/// Returns the type of a part of static size, and its offset, if that does not vary.
fn part(plan: &Plan, node: TypeIndex, index: usize) -> Option<(TypeIndex, usize)> {
    let constructor = match plan.nodes.get(node as usize)?.form {
        Form::Struct { constructor, has_head: false, has_tag: false, .. } => constructor,
        Form::Array { len, element } if index < len => return Some((element.node, element.size?.checked_mul(index)?)),
        _ => return None,
    };
    let of = plan.constructors.get(constructor as usize)?;
    let fields = plan.fields.get(of.first as usize..)?.get(..of.len as usize)?;
    let (before, field) = (fields.get(..index)?, fields.get(index)?);
    field.size?;
    if fields.iter().any(|field| field.has_default) {
        return None;
    }
    let mut at = 0_usize;
    for field in before {
        match field.size {
            Some(size) => at = at.checked_add(size)?,
            None if plan.format.static_first => {}
            None => return None,
        }
    }
    Some((field.node, at))
}

#[cfg(test)]
mod tests {
    use packed_data::{Compact, Indexed, Packable, Packed};

    use crate::{LayoutId, ScalarValue, Schema};

    #[derive(Clone, Copy, Packable)]
    enum Side {
        #[allow(dead_code)]
        Buy,
        Sell,
    }

    #[derive(Packable)]
    struct Price(f64);

    #[derive(Packable)]
    struct Trade {
        id: u16,
        price: Price,
        text: String,
        wide: i128,
        side: Side,
        pair: (u8, u8),
        maybe: Option<u8>,
    }

    #[test]
    fn fields_of_a_struct() {
        let trade = Trade {
            id: 7,
            price: Price(0.5),
            text: "text".into(),
            wide: -3,
            side: Side::Sell,
            pair: (1, 2),
            maybe: Some(1),
        };
        let (id, price) = (ScalarValue::Unsigned(7), ScalarValue::F64(0.5));
        let (wide, side) = (ScalarValue::Signed(-3), ScalarValue::Unsigned(1));
        let schema = Schema::of::<Trade>();
        let read = |layout, bytes: &[u8]| {
            let codec = schema.codec(layout).unwrap();
            (0..8).map(|index| codec.fixed_field(index).and_then(|field| field.read(bytes))).collect::<Vec<_>>()
        };
        let indexed = Packed::<Trade, Indexed>::pack(&trade).into_inner();
        let expected = [Some(id), Some(price), None, Some(wide), Some(side), None, None, None];
        assert_eq!(read(LayoutId::Indexed, &indexed), expected);
        let compact = Packed::<Trade, Compact>::pack(&trade).into_inner();
        assert_eq!(read(LayoutId::Compact, &compact), [Some(id), Some(price), None, None, None, None, None, None]);
        assert_eq!(read(LayoutId::Cbor, &compact), [None; 8]);
        // A struct around another: its field has a name, or none.
        #[derive(Packable)]
        struct Named {
            pair: (u8, u16),
        }
        #[derive(Packable)]
        struct Around((u8, u16));
        let _ = |named: Named, around: Around| (named.pair, around.0);
        let places = |schema: &Schema| {
            let codec = schema.codec(LayoutId::Indexed).unwrap();
            [0, 1].map(|index| codec.fixed_field(index).map(|field| field.offset()))
        };
        assert_eq!(places(&Schema::of::<Named>()), [None, None]);
        assert_eq!(places(&Schema::of::<Around>()), [Some(0), Some(1)]);
        // Bytes that are too short, or no tag.
        assert_eq!(read(LayoutId::Indexed, &[]), [None; 8]);
        assert_eq!(read(LayoutId::Indexed, &[0xFF; 100])[4], None);
    }
}
