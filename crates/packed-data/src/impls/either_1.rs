//! The crate `either`, version 1: an `Either<L, R>` is packed as a `Result<L, R>`, with `Left` as `Ok`.

use either::Either;

use crate::build::{Needs, Written};
use crate::cursor::{Cursor, Done};
use crate::impls::ResultCase;
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::view::View;
use crate::wire::levels::{Levels, TooDeep};

impl<A: Packable, B: Packable> Packable for Either<A, B> {
    type As = Result<A, B>;
    type Shape = <Result<A, B> as Packable>::Shape;
    type View<'a, L: Access> = Either<L::Part<'a, A>, L::Part<'a, B>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(view: View<'a, Result<A, B>, L>) -> Self::View<'a, L> {
        match Result::view(view) {
            Ok(left) => Either::Left(left),
            Err(right) => Either::Right(right),
        }
    }

    #[inline]
    fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, Result<A, B>, L>) -> Written<'v, 'id> {
        match value {
            Either::Left(left) => needs.start_ok().put_last(left),
            Either::Right(right) => needs.start_err().put_last(right),
        }
    }
}

impl<'a, A: Unpack<'a>, B: Unpack<'a>> Unpack<'a> for Either<A, B> {
    #[inline]
    fn unpack<'id, L: Layout>(
        cursor: Cursor<'a, 'id, Result<A, B>, L>,
        levels: Levels,
    ) -> Result<Done<'id, Self, L>, TooDeep> {
        match cursor.case() {
            ResultCase::Ok(fields) => {
                let (left, end) = fields.unpack(levels)?;
                Ok(end.done(Either::Left(left)))
            }
            ResultCase::Err(fields) => {
                let (right, end) = fields.unpack(levels)?;
                Ok(end.done(Either::Right(right)))
            }
        }
    }
}
