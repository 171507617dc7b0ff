//! `walk`: reading all parts of a value lazily, whatever its type is, to test lazy views with every shape.

use super::elements::HasElements;
use super::{Extent, Lazy, LazyFields, LazyView};
use crate::layout::{AnyAccess, RandomAccess};
use crate::packable::Packable;
use crate::shape::operation::{FieldsOp, ListOp, ShapeOp};
use crate::shape::{Adapt, Adapted, End, Field, List, Named, Repeat, SequenceShape, Shape, ShapeOf, Variants};
use crate::wire::error::{Error, ErrorKind};
use crate::wire::limits::Limits;

/// Reads all parts of a value, step by step, down to `depth` levels. Returns the number of scalars, texts and other
/// values without parts that were read; each was checked.
///
/// # Errors
///
/// Returns an [`Error`] if a step fails, or if the value has more levels.
pub fn walk<T: Packable<As = T> + ?Sized, L: RandomAccess>(view: LazyView<'_, T, L>, depth: u32) -> Result<u64, Error> {
    of::<T::Shape, L>(view.pos(), depth)
}

/// Reads all parts of a value of shape `S`.
fn of<S: Shape, L: RandomAccess>(value: Extent, depth: u32) -> Result<u64, Error> {
    let Some(depth) = depth.checked_sub(1) else {
        return value.with_checker::<_, L>(|checker| Err(checker.fail(ErrorKind::TooDeep { limit: depth }, value.at)));
    };
    // SAFETY: the operation requires nothing.
    unsafe { S::apply(Walk::<L> { value, depth, layout: core::marker::PhantomData }) }
}

/// Reads all parts of a value. It requires nothing.
struct Walk<L> {
    value: Extent,
    depth: u32,
    layout: core::marker::PhantomData<L>,
}

impl<L: RandomAccess> Walk<L> {
    /// Reads all elements.
    fn elements<Q: HasElements>(self) -> Result<u64, Error> {
        let elements = Q::elements::<L>(self.value)?;
        (0..elements.count).try_fold(0, |read, index| {
            let element = elements.find(index)?;
            Ok(read + of::<ShapeOf<Q::Element>, L>(element, self.depth)?)
        })
    }
}

impl<L: RandomAccess> ShapeOp for Walk<L> {
    type Output = Result<u64, Error>;

    unsafe fn leaf<S: Shape>(self) -> Self::Output {
        self.value.check::<S, L>(&Limits::DEFAULT).map(|()| 1)
    }

    unsafe fn adapted<T, C: Adapt<T>>(self) -> Self::Output {
        self.value.check::<Adapted<T, C>, L>(&Limits::DEFAULT).map(|()| 1)
    }

    unsafe fn fields<N: Named + ?Sized, F: List>(self) -> Self::Output {
        let fields = self.value.enter_struct::<N, F, L>()?;
        // SAFETY: these are the fields that were entered.
        unsafe { WalkFields { fields, depth: self.depth }.fields::<F>() }
    }

    unsafe fn constructors<N: Named + ?Sized, V: Variants>(self) -> Self::Output {
        let (tag, fields) = self.value.enter_enum::<N, V, L>()?;
        // SAFETY: the fields of the constructor with this tag were entered.
        unsafe { V::select(tag, WalkFields { fields, depth: self.depth }).unwrap_or(Ok(0)) }
    }

    unsafe fn array<T: Field, const N: usize>(self) -> Self::Output {
        self.elements::<Repeat<T, N>>()
    }

    unsafe fn elements<Q: SequenceShape>(self) -> Self::Output {
        self.elements::<Q>()
    }
}

/// Reads all fields. Requires that they are those that were entered, and in a walk over them that they were begun.
struct WalkFields<L: RandomAccess> {
    fields: LazyFields<L>,
    depth: u32,
}

impl<L: RandomAccess> FieldsOp for WalkFields<L> {
    type Output = Result<u64, Error>;

    unsafe fn fields<F: List>(self) -> Self::Output {
        // SAFETY: the caller promises the fields, which were entered.
        let fields = unsafe { Lazy::<L>::begin::<F>(self.fields) }?;
        // SAFETY: they are begun now.
        unsafe { F::walk(Self { fields, ..self }) }
    }
}

impl<L: RandomAccess> ListOp for WalkFields<L> {
    type Output = Result<u64, Error>;

    unsafe fn first<T: Field, R: List>(self) -> Self::Output {
        // SAFETY: the caller promises the fields, which were begun.
        let (first, fields) = unsafe { self.fields.find::<T, R>() }?;
        let read = first.map_or(Ok(0), |first| of::<ShapeOf<T>, L>(first, self.depth))?;
        // SAFETY: the other fields are `R`.
        Ok(read + unsafe { R::walk(Self { fields, ..self }) }?)
    }

    unsafe fn end<E: End>(self) -> Self::Output {
        Ok(0)
    }
}
