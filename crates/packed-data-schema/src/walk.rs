//! Walks over many values that pass on their parts.

use alloc::string::String;
use alloc::vec::Vec;

use packed_data::{ErrorKind, Limits};

use crate::error::Error;
use crate::plan::Plan;
use crate::read::{Codec, Place, Report, Value};
use packed_data_model::check::{Checker, Failed, Frame};
use packed_data_model::visit::Visit;

/// Walks over values, one after another, and passes their parts to a visitor, which implements [`Visit`]. It takes time
/// linear in the bytes, and keeps its memory from one value to the next, so that a walk allocates nothing.
///
/// ```
/// use packed_data::{Limits, Packed};
/// use packed_data_schema::{LayoutId, ScalarValue, Schema, TypeIndex, Visit, Walker};
///
/// /// Adds up all unsigned numbers.
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
/// let schema = Schema::of::<(u16, Vec<u32>)>();
/// let codec = schema.codec(LayoutId::Compact)?;
/// let mut walker = Walker::new(&codec);
/// let mut sum = Sum(0);
/// for record in [(1, vec![2, 3]), (4, vec![])] {
///     walker.check(Packed::<(u16, Vec<u32>)>::pack(&record).as_bytes(), &Limits::DEFAULT, &mut sum)?;
/// }
/// assert_eq!(sum.0, 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Walker<'c> {
    codec: &'c Codec<'c>,
    frames: Vec<Frame<&'c Plan>>,
}

impl<'c> Walker<'c> {
    /// Returns a walker over values of this type and layout.
    pub fn new(codec: &'c Codec<'c>) -> Self {
        Self { codec, frames: Vec::new() }
    }

    /// Returns the codec.
    pub fn codec(&self) -> &'c Codec<'c> {
        self.codec
    }

    /// Checks that `bytes` are one value and nothing more, as [`Codec::validate`] does, and passes on the parts in the
    /// same walk. So before an error is returned, the parts that come before it were passed on.
    ///
    /// If the visitor [stops](Visit::is_over) the walk, what follows is not checked.
    ///
    /// # Errors
    ///
    /// The bytes are not a value of the type.
    pub fn check<'b, V: Visit<'b>>(
        &mut self,
        bytes: &'b [u8],
        limits: &Limits,
        visit: &mut V,
    ) -> Result<Report, Error> {
        if bytes.len() > limits.bytes {
            return Err(Error::too_large(0, limits));
        }
        let mut checker = Checker::new(&self.codec.plan, bytes, limits).with_frames(core::mem::take(&mut self.frames));
        let end = checker.run(0, 0, visit);
        let report = match end {
            Ok(size) if size < bytes.len() && !visit.is_over() => {
                let kind = ErrorKind::TrailingBytes { count: bytes.len() - size };
                Err(Error { kind, offset: size, path: String::new() })
            }
            Ok(size) => Ok(Report { size, has_unchecked: self.codec.plan.has_unchecked }),
            Err(Failed) => Err(self.codec.located(&checker, limits)),
        };
        self.frames = checker.into_frames();
        report
    }

    /// Passes on the parts of a value, without a check; returns the offset of its end. Of bytes that are not a value,
    /// parts that are wrong may be passed on, but nothing panics.
    ///
    /// Returns `None` if the bytes are not a value, or if the value is of another codec.
    pub fn value<'b, V: Visit<'b>>(&mut self, value: &Value<'b>, visit: &mut V) -> Option<usize> {
        if !core::ptr::eq(value.codec, self.codec) {
            return None;
        }
        let Place { node, at, is_byte } = value.place;
        if is_byte {
            visit.scalar_at(node, value.as_scalar()?, at);
            return Some(at + 1);
        }
        let checker = Checker::trusting(&self.codec.plan, value.bytes);
        let mut checker = checker.with_frames(core::mem::take(&mut self.frames));
        let end = checker.run(node, at, visit).ok();
        self.frames = checker.into_frames();
        end
    }
}

impl<'a> Value<'a> {
    /// Goes through the whole value, and passes on each part. It takes time linear in the bytes, about that of
    /// validation, and memory for the levels of nesting. A [`Walker`] keeps that memory for the next value.
    ///
    /// ```
    /// use packed_data::{Limits, Packed};
    /// use packed_data_schema::{LayoutId, Schema, Visit};
    ///
    /// #[derive(Default)]
    /// struct Letters(usize);
    ///
    /// impl Visit<'_> for Letters {
    ///     fn text(&mut self, text: &str) {
    ///         self.0 += text.chars().count();
    ///     }
    /// }
    ///
    /// let bytes = Packed::<Vec<(String, u32)>>::pack(&vec![("ab".into(), 5), ("é".into(), 7)]).into_inner();
    /// let schema = Schema::of::<Vec<(String, u32)>>();
    /// let codec = schema.codec(LayoutId::Compact)?;
    /// let mut letters = Letters::default();
    /// codec.read(&bytes, &Limits::DEFAULT)?.visit(&mut letters).expect("the bytes are valid");
    /// assert_eq!(letters.0, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Returns `None`, perhaps after some parts, if the bytes are not valid; otherwise the offset after the value.
    pub fn visit(&self, visit: &mut impl Visit<'a>) -> Option<usize> {
        Walker::new(self.codec).value(self, visit)
    }
}
