//! Comparison, in the order of `#[derive(Ord)]`: scalars by value, strings by bytes, constructors by tag, then parts.

use core::cmp::Ordering;

use super::{FieldsOp, ListOp, ShapeOp, sort_key};
use crate::layout::{Frame, Layout, Remaining};
use crate::shape::leaf::LeafKind;
use crate::shape::{
    End, Enum, Field, FieldPos, FirstField, Keyed, List, Named, SequenceShape, Shape, ShapeOf, Sizes, SortKeyBuf,
    Struct, Variants, after, begin_fields, begin_struct, enter, enter_element, is_absent, skip_value,
};
use crate::wire::scalar::Scalar;
use crate::wire::steps;

/// [`bounce`] for some shape.
pub(crate) struct CompareFn<L: Layout>(unsafe fn(L::Pos, L::Pos) -> Comparison<L>);

/// The result of one bounce of a comparison.
pub(crate) enum Comparison<L: Layout> {
    /// The values differ, in this order.
    Differ(Ordering),
    /// The values are equal, and end at these positions.
    Equal(L::Pos, L::Pos),
    /// The values are equal so far. One value of each remains, and the trampoline must call this function for them.
    Continue(L::Pos, L::Pos, CompareFn<L>),
}

impl<L: Layout> Comparison<L> {
    /// Returns the result for whole values in this order, which end at these positions.
    #[inline]
    fn of_whole(order: Ordering, left: L::Pos, right: L::Pos) -> Self {
        match order {
            Ordering::Equal => Self::Equal(left, right),
            order => Self::Differ(order),
        }
    }
}

/// Compares two whole values. Returns their ends if they are equal, otherwise their order.
///
/// # Safety
///
/// Valid values of shape `S`, in layout `L`, are stored at both positions.
pub(crate) unsafe fn compare_values<S: Shape, L: Layout>(
    left: L::Pos,
    right: L::Pos,
) -> Result<(L::Pos, L::Pos), Ordering> {
    let ends = if const { Sizes::<S, L>::HAS_HEAD } {
        // SAFETY: the caller promises valid values at both positions, which begin with a head since this shape has one.
        Some(unsafe { (L::end_by_head::<S>(left), L::end_by_head::<S>(right)) })
    } else {
        None
    };
    // SAFETY: the caller promises valid values at both positions.
    let mut comparison = unsafe { bounce::<S, L>(left, right) };
    loop {
        steps::count(1);
        match comparison {
            Comparison::Differ(order) => return Err(order),
            Comparison::Equal(left, right) => {
                if let Some(ends) = ends {
                    return Ok(ends);
                }
                // SAFETY: the innermost last fields of both values end at these positions.
                return Ok(unsafe { (L::finish_trailing(left), L::finish_trailing(right)) });
            }
            // SAFETY: a bounce returns the positions of valid values with the function for their shape.
            Comparison::Continue(left, right, CompareFn(next)) => comparison = unsafe { next(left, right) },
        }
    }
}

/// Returns the order of two whole values.
///
/// # Safety
///
/// Valid values of shape `S`, in layout `L`, are stored at both positions.
pub(crate) unsafe fn order<S: Shape, L: Layout>(left: L::Pos, right: L::Pos) -> Ordering {
    // SAFETY: the caller promises valid values at both positions.
    match unsafe { compare_values::<S, L>(left, right) } {
        Ok(_) => Ordering::Equal,
        Err(order) => order,
    }
}

/// Returns the order of two sequences, element by element.
///
/// # Safety
///
/// Valid sequences of elements of shape `S` have these headers.
pub(crate) unsafe fn order_of_elements<S: Shape, L: Layout>(
    left: L::SequenceHeader,
    right: L::SequenceHeader,
) -> Ordering {
    // SAFETY: the caller's promise is passed on unchanged.
    order_of(unsafe { compare_elements::<S, L>(left, right) })
}

/// Returns the order of two sets, or of two maps.
///
/// # Safety
///
/// Valid sorted sequences have these headers.
pub(crate) unsafe fn order_of_keyed<T: Keyed, L: Layout>(
    left: L::SequenceHeader,
    right: L::SequenceHeader,
) -> Ordering {
    // SAFETY: the caller's promise is passed on unchanged.
    order_of(unsafe { compare_keyed::<T, L>(left, right) })
}

/// Returns the order that the comparison of two sequences, which is one bounce, has found.
fn order_of<L: Layout>(comparison: Comparison<L>) -> Ordering {
    match comparison {
        Comparison::Differ(order) => order,
        Comparison::Equal(..) => Ordering::Equal,
        Comparison::Continue(..) => unreachable!("a sequence is compared in one bounce"),
    }
}

/// Compares two values, as one bounce.
///
/// # Safety
///
/// Valid values of shape `S`, in layout `L`, are stored at both positions.
#[inline]
unsafe fn bounce<S: Shape, L: Layout>(left: L::Pos, right: L::Pos) -> Comparison<L> {
    // SAFETY: the caller promises what `Compare` requires.
    unsafe { S::apply(Compare::<L> { left, right }) }
}

/// Compares two values. Requires that valid values are stored at both positions.
struct Compare<L: Layout> {
    left: L::Pos,
    right: L::Pos,
}

impl<L: Layout> ShapeOp for Compare<L> {
    type Output = Comparison<L>;

    // (Any two values of a field that was removed are equal.)
    unsafe fn leaf<S: Shape>(self) -> Comparison<L> {
        // SAFETY: the caller promises the values.
        unsafe { Comparison::Equal(skip_value::<S, L>(self.left), skip_value::<S, L>(self.right)) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn scalar<S: Scalar>(self) -> Comparison<L> {
        // SAFETY: the caller promises scalars at both positions.
        let ((a, left), (b, right)) = unsafe { (L::scalar::<S>(self.left), L::scalar::<S>(self.right)) };
        Comparison::of_whole(a.order(b), left, right)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn bytes<K: LeafKind>(self) -> Comparison<L> {
        // SAFETY: the caller promises such values at both positions.
        let ((a, left), (b, right)) = unsafe { (L::leaf::<K>(self.left), L::leaf::<K>(self.right)) };
        steps::count_bytes(a.len().min(b.len()));
        Comparison::of_whole((K::number::<L>(a), a).cmp(&(K::number::<L>(b), b)), left, right)
    }

    #[inline(always)]
    unsafe fn fields<N: Named + ?Sized, F: List>(self) -> Comparison<L> {
        // SAFETY: the caller promises structs at both positions; their fields are stored where the layout enters them.
        unsafe {
            let (left, right) =
                (begin_struct::<Struct<N, F>, F, L>(self.left), begin_struct::<Struct<N, F>, F, L>(self.right));
            F::walk(CompareFields::<L> { left, right })
        }
    }

    #[inline(always)]
    unsafe fn constructors<N: Named + ?Sized, V: Variants>(self) -> Comparison<L> {
        // SAFETY: the caller promises valid enums at both positions. If the tags are equal, both have fields of that
        // constructor.
        unsafe {
            let (a, from, left) = L::enter_enum::<Enum<N, V>, V>(self.left);
            let (b, to, right) = L::enter_enum::<Enum<N, V>, V>(self.right);
            match a.cmp(&b) {
                Ordering::Equal => {
                    V::select(a, CompareConstructor::<L>(&(from, left), &(to, right))).unwrap_unchecked()
                }
                order => Comparison::Differ(order),
            }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn array<T: Field, const N: usize>(self) -> Comparison<L> {
        // SAFETY: the caller promises arrays at both positions.
        let ((from, mut left), (to, mut right)) =
            unsafe { (L::enter_array::<ShapeOf<T>>(self.left, N), L::enter_array::<ShapeOf<T>>(self.right, N)) };
        for index in 0..N {
            // SAFETY: valid elements `index` of both arrays are stored at these positions.
            let outcome = unsafe {
                let (left, right) = (enter_element::<T, N, L>(left, index), enter_element::<T, N, L>(right, index));
                compare_values::<ShapeOf<T>, L>(left, right)
            };
            match outcome {
                Ok(ends) => (left, right) = ends,
                Err(order) => return Comparison::Differ(order),
            }
        }
        // SAFETY: all elements of both arrays end at these positions.
        unsafe { Comparison::Equal(L::leave::<()>(from, left), L::leave::<()>(to, right)) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn elements<Q: SequenceShape>(self) -> Comparison<L> {
        // SAFETY: the caller promises valid sequences at both positions, and so their headers.
        unsafe {
            let left = L::sequence_header::<ShapeOf<Q::Element>>(self.left);
            let right = L::sequence_header::<ShapeOf<Q::Element>>(self.right);
            compare_elements::<ShapeOf<Q::Element>, L>(left, right)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn sorted<T: Keyed>(self) -> Comparison<L> {
        // SAFETY: the caller promises valid sequences at both positions, and so their headers.
        unsafe {
            let left = L::sequence_header::<ShapeOf<T>>(self.left);
            let right = L::sequence_header::<ShapeOf<T>>(self.right);
            compare_keyed::<T, L>(left, right)
        }
    }
}

/// Compares the fields of a constructor in two values. Requires that they are stored at both positions. (References, so
/// that a level takes less stack in a debug build.)
struct CompareConstructor<'p, L: Layout>(&'p FieldPos<L>, &'p FieldPos<L>);

impl<L: Layout> FieldsOp for CompareConstructor<'_, L> {
    type Output = Comparison<L>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fields<F: List>(self) -> Comparison<L> {
        // SAFETY: the caller promises valid fields of a constructor, at both positions.
        unsafe {
            F::walk(CompareFields::<L> { left: begin_fields::<F, L>(*self.0), right: begin_fields::<F, L>(*self.1) })
        }
    }
}

/// Compares the fields of two values. Requires that valid fields are stored at both positions.
struct CompareFields<L: Layout> {
    left: FieldPos<L>,
    right: FieldPos<L>,
}

impl<L: Layout> ListOp for CompareFields<L> {
    type Output = Comparison<L>;

    unsafe fn first<T: Field, R: List>(self) -> Comparison<L> {
        let Self { left, right } = self;
        if T::MAY_BE_ABSENT {
            // SAFETY: the caller promises the fields of both values.
            if let Some(comparison) = unsafe { compare_absent::<T, R, L>(left, right) } {
                return comparison;
            }
        }
        // SAFETY: the caller promises valid fields of both values.
        unsafe {
            if const { FirstField::<T, R>::is_end::<L>() } {
                return compare_last::<T, R, L>(left, right);
            }
            match compare_values::<ShapeOf<T>, L>(enter::<T, R, L>(left), enter::<T, R, L>(right)) {
                Ok((a, b)) => R::walk(Self { left: after::<T, R, L>(left, a), right: after::<T, R, L>(right, b) }),
                Err(order) => Comparison::Differ(order),
            }
        }
    }

    unsafe fn end<E: End>(self) -> Comparison<L> {
        let Self { left: (from, left), right: (to, right) } = self;
        // SAFETY: there are no more fields, so all fields of both values end at these positions.
        unsafe { Comparison::Equal(L::leave::<E>(from, left), L::leave::<E>(to, right)) }
    }
}

/// Compares fields of which the first may be absent; returns `None` if it is present in both values.
///
/// # Safety
///
/// What [`CompareFields`] requires holds for the fields `(T, R)`.
#[inline]
unsafe fn compare_absent<T: Field, R: List, L: Layout>(left: FieldPos<L>, right: FieldPos<L>) -> Option<Comparison<L>> {
    // SAFETY: the fields, or their end, are stored at this position; if the field is present, it is valid.
    unsafe {
        let (order, left, right) = match (is_absent::<T, R, L>(left), is_absent::<T, R, L>(right)) {
            (true, true) => (Ordering::Equal, left, right),
            (true, false) => {
                let (order, right) = compare_to_default::<T, R, L>(right);
                (order.reverse(), left, right)
            }
            (false, true) => {
                let (order, left) = compare_to_default::<T, R, L>(left);
                (order, left, right)
            }
            (false, false) => return None,
        };
        Some(match order {
            Ordering::Equal => R::walk(CompareFields::<L> { left, right }),
            order => Comparison::Differ(order),
        })
    }
}

/// Compares the last fields of two values, or leaves them to the trampoline.
///
/// # Safety
///
/// Valid fields `(T, R)` are stored at both positions, and the values end with the first of them.
#[inline]
unsafe fn compare_last<T: Field, R: List, L: Layout>(left: FieldPos<L>, right: FieldPos<L>) -> Comparison<L> {
    // SAFETY: the caller promises valid fields of both values, which `enter` requires.
    unsafe {
        let (a, b) = (enter::<T, R, L>(left), enter::<T, R, L>(right));
        let (left, right) = (left.0.last(a), right.0.last(b));
        if <ShapeOf<T> as Shape>::TRAMPOLINED {
            return Comparison::Continue(left, right, CompareFn(bounce::<ShapeOf<T>, L>));
        }
        bounce::<ShapeOf<T>, L>(left, right)
    }
}

/// Compares the first field of `(T, R)` with its default, for a value in which it is absent. Returns the order, and the
/// fields after the first one.
///
/// # Safety
///
/// Valid fields `(T, R)` are stored at `field`, and the first one is present.
#[cold]
unsafe fn compare_to_default<T: Field, R: List, L: Layout>(field: FieldPos<L>) -> (Ordering, FieldPos<L>) {
    let (mut this, mut default) = (SortKeyBuf::new(), SortKeyBuf::new());
    // SAFETY: the caller promises the field.
    let others = unsafe {
        let end = sort_key::push::<ShapeOf<T>, L>(enter::<T, R, L>(field), &mut this);
        after::<T, R, L>(field, end)
    };
    T::default_sort_key::<L>(&mut default);
    (this.as_bytes().cmp(default.as_bytes()), others)
}

/// Compares two sequences, element by element; a sequence that is a prefix of the other comes first.
///
/// # Safety
///
/// Valid sequences of elements of shape `S` have these headers.
unsafe fn compare_elements<S: Shape, L: Layout>(left: L::SequenceHeader, right: L::SequenceHeader) -> Comparison<L> {
    let ((mut a, mut left), (mut b, mut right)) =
        (L::RemainingElements::first(left), L::RemainingElements::first(right));
    // SAFETY: the caller promises both sequences, and so each element that the layout returns.
    unsafe {
        loop {
            match (a.next(left), b.next(right)) {
                (Some(one), Some(other)) => match compare_values::<S, L>(one, other) {
                    Ok(ends) => (left, right) = ends,
                    Err(order) => return Comparison::Differ(order),
                },
                (None, None) => return Comparison::Equal(a.after(left), b.after(right)),
                (more, _) => {
                    return Comparison::Differ(if more.is_some() { Ordering::Greater } else { Ordering::Less });
                }
            }
        }
    }
}

/// Compares two sorted sequences by the order of their keys and then, in maps, of their values.
///
/// # Safety
///
/// Valid sorted sequences have these headers.
unsafe fn compare_keyed<T: Keyed, L: Layout>(left: L::SequenceHeader, right: L::SequenceHeader) -> Comparison<L> {
    // SAFETY: the caller's promise is passed on unchanged.
    unsafe {
        if const { L::ACCEPTS_UNSORTED } {
            return compare_sorted::<T, L>(left, right);
        }
        compare_elements::<ShapeOf<T>, L>(left, right)
    }
}

/// Compares two sorted sequences in a layout that accepts keys in any order, as if their elements were in the order of
/// their values.
///
/// # Safety
///
/// Valid sorted sequences have these headers, with their keys in any order.
#[cold]
unsafe fn compare_sorted<T: Keyed, L: Layout>(left: L::SequenceHeader, right: L::SequenceHeader) -> Comparison<L> {
    let (mut one, mut other) = (SortKeyBuf::new(), SortKeyBuf::new());
    // SAFETY: the caller promises both sequences.
    let (left, right) =
        unsafe { (sort_key::push_sorted::<T, L>(left, &mut one), sort_key::push_sorted::<T, L>(right, &mut other)) };
    Comparison::of_whole(steps::compare(one.as_bytes(), other.as_bytes()), left, right)
}
