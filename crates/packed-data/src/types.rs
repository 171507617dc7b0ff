//! What only some types need.
//!
//! - Types that change: [`Reserved`] keeps the place of a field that is gone, [`Unknown`] the bytes of a constructor
//!   that the reader does not know ([`UnknownRef`] while it is packed).
//! - [`Validate`]: a condition on the values of a type.
//! - [`OptionCase`], [`ResultCase`], [`OrderingCase`], [`BoundCase`], [`IpAddrCase`], [`SocketAddrCase`]: enums of the
//!   standard library that were matched on while they are packed. [`OptionTransform`], [`ResultTransform`]: an `Option`
//!   or a `Result` that is [transformed](crate::transform).

pub use crate::impls::{
    BoundCase, IpAddrCase, OptionCase, OptionTransform, OrderingCase, Reserved, ResultCase, ResultTransform,
    SocketAddrCase, Unknown, UnknownRef,
};
pub use crate::shape::Validate;
