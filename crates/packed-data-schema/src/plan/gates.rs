//! The tests of values of static size: a check of many of them is one check of bounds, and a few tests of each.

use alloc::vec::Vec;

use super::{Extent, Form, Plan};
use crate::schema::Scalar;
use packed_data_model::ScalarRule;
use packed_data_model::types::{Gate, Gates, Test};

/// The limits on the tests of a value: their number, the number of types that are searched for them, and the depth to
/// which these nest.
const MAX_GATES: usize = 16;
const MAX_PARTS: u32 = 64;
const MAX_NESTED: u32 = 8;

impl Plan {
    /// Finds the tests of all types of static size, and of all constructors whose fields are.
    pub(super) fn find_gates(&mut self) {
        if self.format.has_heads() {
            return;
        }
        for index in 0..self.nodes.len() {
            let Extent::Static(size) = self.nodes[index].extent else { continue };
            let mut found = GateFinder { plan: self, gates: Vec::new(), parts: MAX_PARTS };
            let gates = found.node(index, 0, MAX_NESTED).map(|()| found.gates);
            self.nodes[index].gates = gates.map(|gates| self.add_gates(size, gates));
        }
        for index in 0..self.constructors.len() {
            let of = self.constructors[index];
            let fields = &self.fields[of.first as usize..][..of.len as usize];
            let mut sizes = fields.iter().map(|field| field.size);
            let size = sizes.try_fold(0_usize, |sum, size| sum.checked_add(size?));
            let Some(size) = size.filter(|_| !of.is_extensible) else { continue };
            let mut found = GateFinder { plan: self, gates: Vec::new(), parts: MAX_PARTS };
            let gates = found.fields(index, 0, MAX_NESTED).map(|()| found.gates);
            self.constructors[index].gates = gates.map(|gates| self.add_gates(size, gates));
        }
    }

    fn add_gates(&mut self, size: usize, gates: Vec<Gate>) -> Gates {
        let (first, len) = (self.gates.len() as u32, gates.len() as u32);
        self.gates.extend(gates);
        Gates { size, first, len }
    }
}

/// Finds what to test of a value of static size. Its functions return `None` if that is too much.
struct GateFinder<'p> {
    plan: &'p Plan,
    gates: Vec<Gate>,
    /// How many more types may be looked into.
    parts: u32,
}

impl GateFinder<'_> {
    fn add(&mut self, offset: usize, test: Test) -> Option<()> {
        self.gates.push(Gate { offset, test });
        (self.gates.len() <= MAX_GATES).then_some(())
    }

    fn node(&mut self, node: usize, at: usize, nested: u32) -> Option<()> {
        self.parts = self.parts.checked_sub(1)?;
        let (of, nested) = (&self.plan.nodes[node], nested.checked_sub(1)?);
        let size = of.extent.size()?;
        match of.form {
            _ if of.all_valid || size == 0 => Some(()),
            Form::Scalar(scalar) => self.scalar(scalar, size, at),
            Form::Struct { constructor, has_tag, has_head: false, .. } => {
                if has_tag {
                    self.add(at, Test::Below(1))?;
                }
                self.fields(constructor as usize, at + usize::from(has_tag), nested)
            }
            Form::Enum { tag_size: 1, count, has_head: false, .. } => match count {
                256.. => Some(()),
                count => self.add(at, Test::Below(count as u16)),
            },
            Form::Array { len, ref element } => {
                let size = element.size?;
                (0..len).try_for_each(|index| self.node(element.node as usize, at + index * size, nested))
            }
            _ => None,
        }
    }

    fn fields(&mut self, constructor: usize, mut at: usize, nested: u32) -> Option<()> {
        let of = &self.plan.constructors[constructor];
        for field in &self.plan.fields[of.first as usize..][..of.len as usize] {
            self.node(field.node as usize, at, nested)?;
            at += field.size?;
        }
        Some(())
    }

    fn scalar(&mut self, scalar: Scalar, size: usize, at: usize) -> Option<()> {
        match (self.plan.format.scalars, scalar) {
            (ScalarRule::Storable, Scalar::Bool) => self.add(at, Test::WideBool),
            (_, Scalar::Bool) => self.add(at, Test::Below(2)),
            (_, scalar) if scalar.is_non_zero() => self.add(at, Test::NonZero(size)),
            (ScalarRule::Little | ScalarRule::Storable, Scalar::Char) => self.add(at, Test::Char),
            (ScalarRule::Little | ScalarRule::LittleUtf8, Scalar::Duration | Scalar::SystemTime) => {
                self.add(at + 8, Test::Nanoseconds)
            }
            _ => None,
        }
    }
}
