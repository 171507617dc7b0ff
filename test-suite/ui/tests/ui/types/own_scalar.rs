//! A user's type claims to be a scalar.

use packed_data::view::Scalar;

#[derive(Clone, Copy)]
struct Mine(bool);

unsafe impl Scalar for Mine {
    type Bytes = [u8; 1];
    const WIDTH: usize = 1;
    const EXPECTED: &'static str = "mine";
    const ALL_VALID: bool = true;
    const IS_MEMORY: bool = true;

    fn is_valid(_: [u8; 1]) -> bool {
        true
    }

    fn to_bytes(self) -> [u8; 1] {
        [0]
    }

    unsafe fn from_bytes(_: [u8; 1]) -> Self {
        Mine(true)
    }

    fn order(self, _: Self) -> std::cmp::Ordering {
        std::cmp::Ordering::Equal
    }
}

fn main() {}
