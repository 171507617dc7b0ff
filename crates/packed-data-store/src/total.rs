//! Floats with a total order, as keys.

use std::cmp::Ordering;

use packed_data::Packable;

/// A float as a key: in the total order of IEEE 754 ([`f64::total_cmp`]), which is that of stored keys.
///
/// It is packed as the float itself.
///
/// ```
/// use packed_data_store::{Total, encode_key};
///
/// let in_order = [f64::NEG_INFINITY, -1.5, -0.0, 0.0, 1.5, f64::INFINITY, f64::NAN].map(Total);
/// assert!(in_order.is_sorted());
/// assert!(in_order.map(|key| encode_key(&key).unwrap()).is_sorted());
/// ```
#[derive(Clone, Copy, Debug, Packable)]
#[packable(transparent)]
pub struct Total<F>(pub F);

macro_rules! total {
    ($($F:ident)+) => {$(
        impl Ord for Total<$F> {
            fn cmp(&self, other: &Self) -> Ordering {
                self.0.total_cmp(&other.0)
            }
        }

        impl PartialOrd for Total<$F> {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl PartialEq for Total<$F> {
            fn eq(&self, other: &Self) -> bool {
                self.cmp(other).is_eq()
            }
        }

        impl Eq for Total<$F> {}
    )+};
}

total!(f32 f64);
