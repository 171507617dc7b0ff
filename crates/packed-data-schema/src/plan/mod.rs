//! A schema prepared for one layout: what is known of each type before any bytes are read.

mod fixed;
mod gates;

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use packed_data::Limits;
use packed_data_model::{Extent, Format, LayoutId, SizeRule, Weight};

use crate::parse::order;
use crate::schema::{Constructor, Field, Scalar, Schema, Struct, StructKind, Type, TypeIndex};
use crate::steps;
pub use fixed::{FixedKind, FixedPart};
use packed_data_model::types::{self, Gate, Gates, Types};
pub(crate) use packed_data_model::types::{ConstructorFacts, Element, FieldFacts, Form, SequenceKind, Style};

/// A type that a layout does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    layout: LayoutId,
    of: String,
    why: &'static str,
}

impl Unsupported {
    /// Returns the layout.
    pub fn layout(&self) -> LayoutId {
        self.layout
    }

    /// Returns the name of the type.
    pub fn type_name(&self) -> &str {
        &self.of
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the layout {} does not have the type {}: {}", self.layout, self.of, self.why)
    }
}

impl core::error::Error for Unsupported {}

/// Sizes from here on are refused, so that sums of few of them do not overflow.
const MAX_SIZE: usize = if usize::BITS > 48 { 1 << 48 } else { 1 << 30 };
/// The greatest number of parts without bytes, beside those that bytes pay for, that every value of a type may have.
const MAX_EMPTY: u64 = Limits::DEFAULT.empty_elements;

/// A schema in a layout.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) layout: LayoutId,
    pub(crate) format: &'static Format,
    pub(crate) nodes: Vec<Node>,
    pub(crate) constructors: Vec<ConstructorFacts>,
    pub(crate) fields: Vec<FieldFacts>,
    pub(crate) gates: Vec<Gate>,
    /// Whether a program may refuse values that are accepted here.
    pub(crate) has_unchecked: bool,
}

/// A type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) form: Form,
    pub(crate) extent: Extent,
    /// Whether every bit pattern of its static size is a value.
    pub(crate) all_valid: bool,
    /// The parts without bytes of each value that its bytes do not pay for: see [`Weight`].
    pub(crate) unpaid: u64,
    /// If it is of static size: the tests of a value, unless they are many.
    pub(crate) gates: Option<Gates>,
    /// If it is an entry of a map whose key is at a constant offset: the type of the key, and that offset.
    pub(crate) key: Option<(u32, usize)>,
}

/// What is known of a type before the plan is made.
#[derive(Clone, Copy)]
struct Facts {
    extent: Extent,
    native: Extent,
    takes_bytes: bool,
    always_takes_bytes: bool,
    is_flat: bool,
    all_valid: bool,
    weight: Weight,
    native_weight: Weight,
}

impl Plan {
    /// Returns the plan for reading and writing.
    pub(crate) fn new(schema: &Schema, layout: LayoutId) -> Result<Self, Unsupported> {
        let format = layout.format();
        let refuse =
            |index: usize, why: &'static str| Unsupported { layout, of: schema.name_of(index as TypeIndex), why };
        let types = schema.types();
        let maker = Maker { schema, format };
        let facts = maker.facts(refuse)?;
        let has_unchecked = types.iter().any(|of| match of {
            Type::With { .. } => true,
            Type::Struct(of) => of.has_condition,
            Type::Enum(of) => of.has_condition,
            _ => false,
        });
        let mut plan = Self {
            layout,
            format,
            nodes: Vec::with_capacity(types.len()),
            constructors: Vec::new(),
            fields: Vec::new(),
            gates: Vec::new(),
            has_unchecked,
        };
        for index in 0..types.len() {
            let form = maker.form(index, &facts, &mut plan).map_err(|why| refuse(index, why))?;
            let Facts { extent, all_valid, weight, .. } = facts[index];
            plan.nodes.push(Node { form, extent, all_valid, unpaid: weight.unpaid(), gates: None, key: None });
        }
        plan.find_gates();
        for index in 0..types.len() {
            plan.nodes[index].key = schema.entry(index as TypeIndex).and_then(|_| plan.key_of(index));
        }
        Ok(plan)
    }

    /// Returns a constructor of a struct or enum.
    pub(crate) fn constructor(&self, node: u32, tag: u32) -> Option<&ConstructorFacts> {
        let constructor = match self.nodes.get(node as usize)?.form {
            Form::Struct { constructor, .. } => constructor,
            Form::Enum { first, count, .. } if tag < count => first + tag,
            _ => return None,
        };
        self.constructors.get(constructor as usize)
    }

    /// Returns the type of the key of an entry, and its offset, if that is constant.
    fn key_of(&self, entry: usize) -> Option<(u32, usize)> {
        let Form::Struct { constructor, has_tag: false, has_head: false, .. } = self.nodes[entry].form else {
            return None;
        };
        let of = &self.constructors[constructor as usize];
        let key = self.fields.get(of.first as usize)?;
        match key.size {
            _ if self.format.has_heads() || key.is_sized => None,
            Some(_) => Some((key.node, 0)),
            None => Some((key.node, of.static_part)),
        }
    }
}

impl<'p> Types for &'p Plan {
    type Type = u32;
    type Constructors = u32;
    type Fields = u32;
    type Form = &'p Form;
    type Element = &'p Element;
    type Constructor = &'p ConstructorFacts;
    type Field = &'p FieldFacts;

    const ANY: (u32, u32) = (0, 0);
    const CHECKS: bool = true;

    #[inline(always)]
    fn format(self) -> &'static Format {
        self.format
    }

    #[inline(always)]
    fn form(self, of: u32) -> &'p Form {
        &self.nodes[of as usize].form
    }

    #[inline(always)]
    fn element(self, of: u32, _: &Form) -> Option<&'p Element> {
        match &self.nodes[of as usize].form {
            Form::Array { element, .. } | Form::Sequence { element, .. } => Some(element),
            _ => None,
        }
    }

    #[inline(always)]
    fn constructor(self, of: u32, tag: u32) -> Option<&'p ConstructorFacts> {
        self.constructors.get((of + tag) as usize)
    }

    #[inline(always)]
    fn field(self, of: &mut u32, index: usize) -> Option<&'p FieldFacts> {
        self.fields.get(*of as usize + index)
    }

    #[inline(always)]
    fn extent(self, of: u32) -> Extent {
        self.nodes[of as usize].extent
    }

    #[inline(always)]
    fn is_all_valid(self, of: u32) -> bool {
        self.nodes[of as usize].all_valid
    }

    #[inline(always)]
    fn unpaid(self, of: u32) -> u64 {
        self.nodes[of as usize].unpaid
    }

    #[inline(always)]
    fn gates(&self, of: u32) -> Option<&Gates> {
        self.nodes[of as usize].gates.as_ref()
    }

    #[inline(always)]
    fn tests(&self, gates: &Gates) -> Option<&[Gate]> {
        self.gates.get(gates.first as usize..)?.get(..gates.len as usize)
    }

    #[inline(always)]
    fn key(self, of: u32) -> Option<(u32, usize)> {
        self.nodes[of as usize].key
    }
}

struct Maker<'s> {
    schema: &'s Schema,
    format: &'static Format,
}

impl Maker<'_> {
    /// Returns the facts of all types.
    fn facts(&self, refuse: impl Fn(usize, &'static str) -> Unsupported) -> Result<Vec<Facts>, Unsupported> {
        let types = self.schema.types();
        let omits_tags = self.format.omits_tags();
        let inline = |index: usize| match &types[index] {
            Type::Struct(of) => of.fields.iter().map(|field| field.of).collect(),
            Type::Array { element, .. } => vec![*element],
            Type::With { inner, .. } => vec![*inner],
            // (Without a tag, nothing separates such a value from another one in it.)
            Type::Enum(of) if omits_tags && of.constructors.len() == 1 => {
                of.constructors[0].fields.iter().map(|field| field.of).collect()
            }
            _ => Vec::new(),
        };
        let sorted = order(types.len(), inline).map_err(|index| refuse(index, "a value would contain itself"))?;
        let unknown = Facts {
            extent: Extent::Walked,
            native: Extent::Walked,
            takes_bytes: true,
            always_takes_bytes: true,
            is_flat: false,
            all_valid: false,
            weight: Weight::of_bytes(1),
            native_weight: Weight::of_bytes(1),
        };
        let mut facts = vec![unknown; types.len()];
        for index in sorted {
            let of = self.fact(index, &facts).map_err(|why| refuse(index, why))?;
            if let Extent::Static(MAX_SIZE..) = of.extent {
                return Err(refuse(index, "its values are too large"));
            }
            // (Also those of another layout, into which values may be converted.)
            if of.weight.unpaid().max(of.native_weight.unpaid()) > MAX_EMPTY {
                return Err(refuse(index, "its values have too many parts without bytes"));
            }
            facts[index] = of;
        }
        for (index, of) in types.iter().enumerate() {
            let is_small = |fields: &[Field]| {
                let sizes = fields.iter().filter_map(|field| facts[field.of as usize].extent.size());
                sizes.fold(0, usize::saturating_add) < MAX_SIZE
            };
            let are_small = match of {
                Type::Struct(of) => is_small(&of.fields),
                Type::Enum(of) => of.constructors.iter().all(|constructor| is_small(&constructor.fields)),
                _ => true,
            };
            if !are_small {
                return Err(refuse(index, "its values are too large"));
            }
        }
        // (Whether a sequence is flat depends on its elements, which may come later in the order than the sequence. The
        // loop above has determined all other facts.)
        self.flat_sequences(&mut facts);
        Ok(facts)
    }

    fn fact(&self, index: usize, facts: &[Facts]) -> Result<Facts, &'static str> {
        let (format, lacks) = (self.format, &self.format.lacks);
        let at = |index: TypeIndex| facts[index as usize];
        let headed = Facts {
            extent: Extent::headed(format),
            native: Extent::Headed,
            takes_bytes: true,
            always_takes_bytes: true,
            is_flat: true,
            all_valid: false,
            weight: Weight::of_bytes(format.least_head_size()),
            native_weight: Weight::of_bytes(1),
        };
        steps::count(1);
        Ok(match &self.schema.types()[index] {
            Type::Scalar(scalar) => {
                let (kind, width) = (scalar.kind(), scalar.width());
                refuse_if(lacks.rust_scalars.filter(|_| kind.is_rust_only(width)))?;
                let extent = Extent::scalar(kind, width, format);
                let all_valid = scalar.is_any() && extent.size().is_some();
                let (weight, native_weight) = (Weight::of_bytes(extent.size().unwrap_or(1)), Weight::of_bytes(width));
                Facts { extent, native: Extent::Static(width), all_valid, weight, native_weight, ..headed }
            }
            Type::Text => {
                refuse_if(lacks.text)?;
                headed
            }
            Type::Cbor => Facts { is_flat: false, ..headed },
            Type::Unknown => {
                self.require_closed(true)?;
                Facts { is_flat: false, ..headed }
            }
            Type::Sequence { .. } => headed,
            Type::Sorted { .. } => {
                refuse_if(lacks.maps)?;
                headed
            }
            Type::Array { len, element } => {
                refuse_if(lacks.arrays)?;
                let of = at(*element);
                if format.has_heads() && self.is_entry(*element) {
                    return Err("an entry may only be in a map");
                }
                let Ok(count) = usize::try_from(*len) else { return Err("its values are too large") };
                let (native, extent) = (of.native.repeated(count, &Format::NATIVE), of.extent.repeated(count, format));
                if matches!(native, Extent::Static(MAX_SIZE..)) {
                    return Err("its values are too large");
                }
                Facts {
                    extent,
                    native,
                    takes_bytes: count > 0 && of.takes_bytes,
                    always_takes_bytes: count > 0 && of.always_takes_bytes,
                    is_flat: of.is_flat && native.size().is_some() && of.always_takes_bytes,
                    all_valid: extent.size().is_some() && (count == 0 || of.all_valid),
                    weight: self.weigh(Weight::BARE.and(of.part().times(*len))),
                    native_weight: Weight::BARE.and(of.native_part().times(*len)),
                }
            }
            Type::Struct(of) => {
                refuse_if(lacks.tuples.filter(|_| of.kind != StructKind::Struct && !of.fields.is_empty()))?;
                self.require_closed(of.is_extensible)?;
                let fact = self.struct_fact(of, &at)?;
                if of.is_extensible { self.open_fact(fact) } else { fact }
            }
            Type::Enum(of) => {
                self.require_closed(of.is_extensible)?;
                let count = of.constructors.len();
                let size = format.tag_size(count, of.is_optional)?;
                let is_unit = of.constructors.iter().all(|constructor| constructor.fields.is_empty());
                for field in of.constructors.iter().flat_map(|constructor| &constructor.fields) {
                    self.require_item(field)?;
                }
                let native = Format::NATIVE.tag_size(count, of.is_optional)?;
                let omits_tag = size == 0 && !format.has_heads();
                let has_tag = count != 1 || size > 0;
                let fact = Facts {
                    extent: match (format.has_heads(), is_unit) {
                        (false, true) if format.tags_vary(count) => Extent::Headed,
                        (false, true) => Extent::Static(size),
                        _ => Extent::Walked,
                    },
                    native: if is_unit { Extent::Static(native) } else { Extent::Walked },
                    takes_bytes: if is_unit { has_tag } else { !format.omits_tags() },
                    always_takes_bytes: is_unit && count != 1,
                    is_flat: is_unit,
                    all_valid: is_unit && !format.has_heads() && size == 0,
                    // (Without a tag, it is a struct. Otherwise the fields are counted when the tag is known.)
                    weight: self.weigh(match &of.constructors[..] {
                        _ if is_unit => Weight::of_bytes(size),
                        // (Its empty parts are counted when it is read, because the type may contain itself.)
                        [only] if omits_tag => Weight::BARE.and(fields_weight(&only.fields, &at)).behind_tag(),
                        _ => Weight::of_bytes(1),
                    }),
                    native_weight: Weight::of_bytes(native),
                };
                if of.is_extensible { self.open_fact(fact) } else { fact }
            }
            Type::With { inner, .. } => at(*inner),
        })
    }

    /// Fails if the type is extensible, and the layout has nothing that states where its values end.
    fn require_closed(&self, is_extensible: bool) -> Result<(), &'static str> {
        if is_extensible && !self.format.heads_extensible && !self.format.has_heads() {
            return Err("it has no extensible types");
        }
        Ok(())
    }

    /// Returns the facts of an extensible type: its head states where a value ends, and in every layout it is a level.
    fn open_fact(&self, fact: Facts) -> Facts {
        Facts {
            extent: Extent::headed(self.format),
            native: Extent::Walked,
            takes_bytes: true,
            always_takes_bytes: false,
            all_valid: false,
            weight: fact.weight.with_bytes(1),
            native_weight: fact.native_weight.with_bytes(1),
            ..fact
        }
    }

    /// Returns a weight in this layout: every part is an item of CBOR, which has bytes.
    fn weigh(&self, weight: Weight) -> Weight {
        if self.format.has_heads() { Weight::of_bytes(1) } else { weight }
    }

    fn is_extensible(&self, index: TypeIndex) -> bool {
        match self.schema.get(self.schema.packed(index)) {
            Type::Struct(of) => of.is_extensible,
            Type::Enum(of) => of.is_extensible,
            _ => false,
        }
    }

    /// Returns whether a value ends with its last field. It does not, in any layout, if the field is extensible and the
    /// value is not: the head of the field states where the field ends, and the field is treated as if others followed.
    fn ends_with(&self, last: TypeIndex, is_extensible: bool) -> bool {
        is_extensible || !self.is_extensible(last)
    }

    /// Fails if a field is an entry of a map in CBOR, where that is two items.
    fn require_item(&self, field: &Field) -> Result<(), &'static str> {
        if self.format.has_heads() && self.is_entry(field.of) {
            return Err("an entry may only be in a map");
        }
        Ok(())
    }

    fn is_entry(&self, index: TypeIndex) -> bool {
        self.schema.entry(index).is_some()
    }

    fn struct_fact(&self, of: &Struct, at: &impl Fn(TypeIndex) -> Facts) -> Result<Facts, &'static str> {
        let has_tag = of.kind == StructKind::Struct;
        let tag = if has_tag { self.format.struct_size() } else { 0 };
        for field in &of.fields {
            self.require_item(field)?;
        }
        let fields = || of.fields.iter().map(|field| at(field.of));
        let native = fields_extent(fields().map(|of| of.native), &Format::NATIVE);
        let last = of.fields.len().wrapping_sub(1);
        let levels = of.fields.iter().enumerate().any(|(index, field)| {
            let is_last = index == last && self.ends_with(field.of, of.is_extensible);
            !is_last && at(field.of).native == Extent::Walked
        });
        let extent = match fields_extent(fields().map(|of| of.extent), self.format) {
            extent if has_tag || self.format.has_heads() => extent.in_struct(self.format),
            extent => extent,
        };
        if matches!(native, Extent::Static(MAX_SIZE..)) {
            return Err("its values are too large");
        }
        Ok(Facts {
            extent,
            native,
            takes_bytes: tag > 0 || fields().any(|of| of.takes_bytes),
            always_takes_bytes: fields().any(|of| of.always_takes_bytes),
            is_flat: fields().all(|of| of.is_flat) && !levels,
            all_valid: tag == 0 && extent.size().is_some() && fields().all(|of| of.all_valid),
            weight: self.weigh(match tag {
                0 => Weight::BARE.and(fields_weight(&of.fields, at)),
                tag => Weight::of_bytes(tag).and(fields_weight(&of.fields, at)),
            }),
            native_weight: fields().map(|of| of.native_part()).fold(Weight::BARE, Weight::and),
        })
    }

    /// Determines for sequences, and for types that contain them in place, whether they are flat.
    fn flat_sequences(&self, facts: &mut [Facts]) {
        let types = self.schema.types();
        let is_block = |facts: &[Facts], element: TypeIndex| {
            let of = facts[element as usize];
            of.native.size().is_some() && of.always_takes_bytes
        };
        for (index, of) in types.iter().enumerate() {
            if let Type::Sequence { element, .. } | Type::Sorted { element } = of {
                facts[index].is_flat = is_block(facts, *element);
            }
        }
        let inline = |index: usize| match &types[index] {
            Type::Struct(of) => of.fields.iter().map(|field| field.of).collect(),
            Type::Array { element, .. } => vec![*element],
            Type::With { inner, .. } => vec![*inner],
            _ => Vec::new(),
        };
        for index in order(types.len(), inline).unwrap_or_default() {
            match &types[index] {
                Type::Struct(of) => {
                    facts[index].is_flat &= of.fields.iter().all(|field| facts[field.of as usize].is_flat);
                }
                Type::Array { element, .. } => facts[index].is_flat &= facts[*element as usize].is_flat,
                Type::With { inner, .. } => facts[index].is_flat = facts[*inner as usize].is_flat,
                _ => {}
            }
        }
    }

    fn form(&self, index: usize, facts: &[Facts], plan: &mut Plan) -> Result<Form, &'static str> {
        let packed = self.schema.packed(index as TypeIndex);
        Ok(match self.schema.get(packed) {
            Type::Scalar(scalar) => Form::Scalar(*scalar),
            Type::Text => Form::Text,
            Type::Cbor => Form::Raw { is_unknown: false },
            Type::Unknown => Form::Raw { is_unknown: true },
            Type::Struct(of) => {
                let is_entry = of.kind == StructKind::Entry;
                let constructor = self.constructor(&of.fields, (is_entry, of.is_extensible, None), facts, plan);
                let has_head = of.is_extensible && self.format.heads_extensible;
                let style = match of.kind {
                    StructKind::Struct => Style::Tagged,
                    StructKind::Tuple if of.fields.is_empty() => Style::Null,
                    StructKind::Tuple => Style::InArray,
                    StructKind::Entry => Style::Bare,
                };
                let has_tag = self.format.tags_structs && !self.format.has_heads() && style == Style::Tagged;
                Form::Struct { constructor, has_tag, has_head, style }
            }
            Type::Enum(of) => {
                let mut indices = Vec::with_capacity(of.constructors.len());
                // (The head of an extensible type counts as one byte.)
                let tag_size = match of.is_extensible {
                    true => 1,
                    false => self.format.tag_size(of.constructors.len(), of.is_optional)?,
                };
                for constructor in &of.constructors {
                    let is = (false, of.is_extensible, Some(tag_size));
                    indices.push(self.constructor(&constructor.fields, is, facts, plan));
                }
                Form::Enum {
                    first: indices.first().copied().unwrap_or(0),
                    count: of.constructors.len() as u32,
                    tag_size: types::tag_size(self.format, of.constructors.len(), of.is_optional)?,
                    is_optional: of.is_optional,
                    has_other: of.constructors.last().is_some_and(|constructor| constructor.is_other),
                    has_head: of.is_extensible && self.format.heads_extensible,
                    keeps_unknown: self.format.heads_extensible
                        && of.constructors.last().is_some_and(|of| self.is_unknown(of)),
                }
            }
            Type::Array { len, element } => {
                let is_level = facts[packed as usize].native.size().is_none();
                let of = facts[*element as usize];
                let is_indexed = self.format.sizes == SizeRule::ForJumps && of.extent == Extent::Walked;
                let element = Element { is_level, is_indexed, ..self.element(*element, false, facts) };
                Form::Array { len: *len as usize, element }
            }
            Type::Sequence { element, is_vector } => Form::Sequence {
                element: self.element(*element, false, facts),
                kind: if *is_vector { SequenceKind::Vector } else { SequenceKind::List },
            },
            Type::Sorted { element } => {
                let is_map = self.is_entry(*element);
                Form::Sequence {
                    element: self.element(*element, !is_map, facts),
                    kind: if is_map { SequenceKind::Map } else { SequenceKind::Set },
                }
            }
            Type::With { .. } => return Err("its adapters refer to each other"),
        })
    }

    /// Returns whether a constructor represents all that are not known, whatever the layout.
    fn is_unknown(&self, of: &Constructor) -> bool {
        let holds = |field: &Field| matches!(self.schema.get(self.schema.packed(field.of)), Type::Unknown);
        of.is_other && of.fields.iter().all(holds)
    }

    fn element(&self, index: TypeIndex, is_key: bool, facts: &[Facts]) -> Element {
        let of = facts[index as usize];
        let is_indexed = self.format.sizes == SizeRule::ForJumps && of.extent.size().is_none();
        Element {
            node: index,
            size: of.extent.size(),
            unpaid: match self.format.writes_cells() || is_indexed {
                // (A byte is before each, or in the table.)
                true => of.part().and(Weight::of_bytes(1)).unpaid(),
                false => of.part().unpaid(),
            },
            is_level: of.native.size().is_none(),
            is_deep_key: is_key && !of.is_flat,
            may_be_empty: of.extent.size().is_none() && !of.takes_bytes && !self.format.has_heads(),
            is_byte: matches!(self.schema.get(index), Type::Scalar(Scalar::U8)),
            is_indexed,
        }
    }

    /// Adds a constructor to the plan; returns its index. `tag_size` is `None` for a struct, whose parts without bytes
    /// are counted with the value that contains it.
    fn constructor(
        &self,
        fields: &[Field],
        (is_entry, is_extensible, tag_size): (bool, bool, Option<usize>),
        facts: &[Facts],
        plan: &mut Plan,
    ) -> u32 {
        let (index, first) = (plan.constructors.len() as u32, plan.fields.len() as u32);
        let last = fields.len().wrapping_sub(1);
        let (mut fixed_end, mut static_part, mut walked_end) = (0, 0, 0);
        for (position, field) in fields.iter().enumerate() {
            steps::count(1);
            let of = facts[field.of as usize];
            // (In an extensible type other fields may follow the last one in a later version.)
            let is_sized = !field.is_bare && of.extent.is_sized(position == last && !is_extensible, self.format);
            let size = if is_sized { None } else { of.extent.size() };
            if self.format.static_first {
                static_part += size.unwrap_or(0);
            }
            match size {
                Some(0) => {}
                Some(_) if self.format.static_first => fixed_end = position as u32 + 1,
                _ => walked_end = position as u32 + 1,
            }
            let is_end = position == last && self.ends_with(field.of, is_extensible);
            // (The end of a field that has a size must be compared with that. So it is not left to the loop over last
            // fields, even if it is one; but it is no level either.)
            let is_sized_end = is_end && is_sized && self.format.sizes == SizeRule::ForJumps;
            plan.fields.push(FieldFacts {
                node: field.of,
                size,
                extent: of.extent,
                run: 0,
                is_sized,
                is_end: is_end && !is_sized_end,
                is_level: of.native == Extent::Walked && !is_sized_end && !self.is_array(field.of),
                is_deep_key: is_entry && position == 0 && !of.is_flat,
                all_valid: of.all_valid,
                has_default: field.has_default,
                tag: field.tag.filter(|_| self.format.has_heads()),
            });
        }
        let mut run = 0;
        for field in plan.fields[first as usize..].iter_mut().rev() {
            // (A field that may be absent is not known to be there if others are.)
            run = field.size.filter(|_| !field.has_default).map_or(0, |size| run + size);
            field.run = run;
        }
        let unpaid = match tag_size {
            Some(size) => {
                let weight = fields_weight(fields, &|index| facts[index as usize]);
                self.weigh(weight.and(Weight::of_bytes(size))).unpaid()
            }
            None => 0,
        };
        let required = fields.iter().take_while(|field| !field.has_default).count() as u32;
        plan.constructors.push(ConstructorFacts {
            first,
            len: fields.len() as u32,
            required,
            static_part,
            unpaid,
            fixed_end,
            walked_end,
            gates: None,
            is_extensible,
        });
        index
    }

    fn is_array(&self, index: TypeIndex) -> bool {
        matches!(self.schema.get(self.schema.packed(index)), Type::Array { .. })
    }
}

/// Returns the weight of fields side by side.
fn fields_weight(fields: &[Field], at: &impl Fn(TypeIndex) -> Facts) -> Weight {
    let part = |field: &Field| match (at(field.of).part(), field.has_default) {
        (part, true) => part.with_bytes(0),
        (part, false) => part,
    };
    fields.iter().map(part).fold(Weight::default(), Weight::and)
}

impl Facts {
    /// Returns the weight of a value as a part of another one.
    fn part(&self) -> Weight {
        self.weight.as_part(self.extent == Extent::Static(0))
    }

    /// Returns the same in the layout `Compact`.
    fn native_part(&self) -> Weight {
        self.native_weight.as_part(self.native == Extent::Static(0))
    }
}

/// Returns the extent of fields.
fn fields_extent(fields: impl DoubleEndedIterator<Item = Extent>, format: &Format) -> Extent {
    fields.rev().fold(Extent::Static(0), |rest, first| rest.after(first, format))
}

/// Fails with this message of a type that the layout lacks, if there is one.
fn refuse_if(lacks: Option<&'static str>) -> Result<(), &'static str> {
    lacks.map_or(Ok(()), Err)
}
