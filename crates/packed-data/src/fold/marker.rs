//! The markers in the type of a field that show which parts are recursive.

use crate::wire::invariant::Invariant;

/// Represents the type that is folded, in the type of one of its fields.
///
/// ```
/// use packed_data::fold::{Marked, Rec};
/// use packed_data::{Packable, Packed};
///
/// #[derive(Packable)]
/// struct Rose(u32, Vec<Rose>);
///
/// fn pack<X: Marked>(field: &X::Field) -> Packed<X::Field> {
///     Packed::pack(field)
/// }
///
/// // `Vec<Rec<Rose>>` represents the field `Vec<Rose>`.
/// assert_eq!(pack::<Vec<Rec<Rose>>>(&vec![Rose(1, vec![])]).view().len(), 1);
/// ```
pub struct Rec<T: ?Sized>(Invariant<T>);

/// Represents a type that does not mention the type that is folded, next to one that does.
///
/// ```
/// use packed_data::Packed;
/// use packed_data::fold::{Leaf, Marked};
///
/// fn pack<X: Marked>(field: &X::Field) -> Packed<X::Field> {
///     Packed::pack(field)
/// }
///
/// assert_eq!(pack::<Option<Leaf<u8>>>(&Some(7)).view(), Some(7)); // represents `Option<u8>`
/// ```
pub struct Leaf<T: ?Sized>(Invariant<T>);
