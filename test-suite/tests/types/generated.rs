//! Packed values that are generated: the features `proptest-1` and `arbitrary-1`.

use arbitrary::{Arbitrary, Unstructured};
use packed_data::with::{PackWith, With};
use packed_data::{Packable, Packed};
use proptest::prelude::any;
use test_suite::{TestLayout, check, over_layouts};

over_layouts!(few: by_proptest, by_arbitrary);

#[cfg(not(miri))]
type Value = Vec<(u8, Option<String>, [i16; 2])>;
/// (Proptest's strategy for a `String` takes Miri minutes.)
#[cfg(miri)]
type Value = Vec<(u8, Option<char>, [i16; 2])>;

fn by_proptest<L: TestLayout>() {
    check(any::<Packed<Value, L>>(), |packed| {
        let value = packed.unpack().unwrap();
        assert_eq!(Packed::<Value, L>::pack(&value), packed);
    });
}

#[derive(Arbitrary, Debug, PartialEq, Packable)]
enum Tree {
    Leaf(u16),
    Node(Box<Tree>, Box<Tree>),
    Texts(Vec<String>),
}

fn by_arbitrary<L: TestLayout>() {
    let bytes: Vec<u8> = (0..2000_u32).map(|n| (n * n / 7) as u8).collect();
    let (mut input, mut plain) = (Unstructured::new(&bytes), Unstructured::new(&bytes));
    let mut count = 0;
    while !input.is_empty() && count < 50 {
        let (packed, value) = (Packed::<Tree, L>::arbitrary(&mut input), Tree::arbitrary(&mut plain));
        assert_eq!(packed.unwrap().unpack(), Ok(value.unwrap()));
        count += 1;
    }
    assert!(count > 10, "{count}");
    let rest = Unstructured::new(b"the rest of the input");
    let packed = Packed::<String, L>::arbitrary_take_rest(rest).unwrap();
    assert_eq!(packed.view(), "the rest of the input");
}

/// Numbers below four.
enum Small {}

impl PackWith<u8> for Small {
    const NAME: &'static str = "small";
    type As = u8;
    type Value<'v> = u8;

    fn pack(number: &u8) -> Result<u8, &'static str> {
        Self::unpack(*number)
    }

    fn unpack(number: u8) -> Result<u8, &'static str> {
        if number < 4 { Ok(number) } else { Err("too large") }
    }
}

/// What has no packed form is not generated.
#[test]
fn values_without_a_packed_form() {
    type Number = Packed<With<u8, Small>>;
    let (mut made, mut refused) = (0, 0);
    for byte in 0..=255 {
        match Number::arbitrary(&mut Unstructured::new(&[byte])) {
            Ok(packed) => {
                made += 1;
                assert_eq!(packed.as_bytes(), [byte]);
            }
            Err(_) => refused += 1,
        }
    }
    assert_eq!((made, refused), (4, 252));
}
