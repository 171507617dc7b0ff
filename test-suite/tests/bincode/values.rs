//! Values in both directions: all scalars at the limits of their forms, types of the library, and random values.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::Wrapping;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use arbitrary::{Arbitrary, Unstructured};
use packed_data::layout::bincode::{Legacy, Standard};
use proptest::prelude::*;

use crate::both::{Both, agree, agree_exactly};
use crate::shapes::{
    Choices, Command, Direction, Hashed, Newtype, Numbers, Pair, Scalars, Sequences, Single, Sorted, Tree, Unit,
};

fn both<T: Both>(values: impl IntoIterator<Item = T>) {
    for value in values {
        agree_exactly::<T, Legacy>(&value);
        agree_exactly::<T, Standard>(&value);
    }
}

#[test]
fn integers_at_all_limits() {
    macro_rules! at_limits {
        ($($T:ident)+) => {$(
            let around = |bit: u32| {
                let power = (1 as $T).wrapping_shl(bit);
                let offsets: &[i8] = if cfg!(miri) { &[-1] } else { &[-6, -5, -1, 0, 1] };
                offsets.iter().map(move |offset| power.wrapping_add(*offset as $T))
            };
            // (Miri is slow.)
            let bits = (0..$T::BITS).step_by(if cfg!(miri) { 32 } else { 1 });
            both(bits.flat_map(around).flat_map(|number| [number, number.wrapping_neg()]));
            both([0, 124, 125, 126, 127, 250, 251, 252, 253, 254, 255].map(|number: u8| number as $T));
            both([$T::MIN, $T::MIN.wrapping_add(1), $T::MAX]);
        )+};
    }
    at_limits!(u8 u64 i128);
    if !cfg!(miri) {
        at_limits!(u16 u32 u128 usize i8 i16 i32 i64 isize);
    }
}

#[test]
fn other_scalars() {
    both([false, true]);
    both([
        '\0',
        'a',
        '\x7F',
        '\u{80}',
        '\u{7FF}',
        '\u{800}',
        '\u{D7FF}',
        '\u{E000}',
        '\u{FFFF}',
        '\u{10000}',
        char::MAX,
    ]);
    both([0.0, -0.0, 1.5, f32::MIN, f32::NAN, -f32::NAN, f32::from_bits(0x7F80_0001), f32::INFINITY]);
    both([0.0, -0.0, 0.1, f64::MAX, f64::NAN, f64::from_bits(0xFFF0_0000_0000_0001), f64::NEG_INFINITY]);
    both([Duration::ZERO, Duration::from_nanos(999_999_999), Duration::from_secs(250), Duration::MAX]);
    both([UNIX_EPOCH, UNIX_EPOCH + Duration::new(1_700_000_000, 5)]);
    both([()]);
    both([Wrapping(5_u16), Wrapping(u16::MAX)]);
}

#[test]
fn texts_and_sequences_of_all_lengths() {
    let lengths = if cfg!(miri) { &[0, 250, 251][..] } else { &[0, 1, 2, 250, 251, 252, 253, 65_535, 65_536] };
    both(lengths.iter().map(|len| "λ".repeat(*len)));
    both(lengths.iter().map(|len| vec![7_u8; *len]));
    both(lengths.iter().map(|len| vec![false; *len]));
    let lengths = if cfg!(miri) { &[0, 1, 9][..] } else { &[0, 1, 250, 251, 300] };
    both(lengths.iter().map(|len| vec![String::from("x"); *len]));
    both(lengths.iter().map(|len| (0..*len as i32).collect::<BTreeSet<i32>>()));
    both([vec![(); 0], vec![(); 3], vec![(); if cfg!(miri) { 30 } else { 300 }]]);
}

#[test]
fn types_of_the_library() {
    let addresses = [IpAddr::V4(Ipv4Addr::new(1, 2, 3, 255)), IpAddr::V6(Ipv6Addr::new(1, 2, 3, 4, 5, 6, 7, 0xFFFF))];
    both(addresses);
    both([SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 8080))]);
    both([SocketAddrV4::new(Ipv4Addr::LOCALHOST, 7)]);
    both([1_u32..300, 5..5]);
    both([-1_i8..=5]);
    both([Reverse(300_u16)]);
    both([Box::new(300_i64)]);
    both([(1_u8, (300_u16,), ("a".to_string(), 'b', (), [1_u32, 2]))]);
    both([[[1_u16, 300], [3, 4]]]);
    both([[(); 3]]);
    both([[0_u32; 0]]);
}

#[test]
fn an_address_with_a_flow_is_written_without_it_by_bincode() {
    let address = SocketAddrV6::new(Ipv6Addr::LOCALHOST, 80, 0, 0);
    let theirs = bincode_1::serialize(&address).unwrap();
    let ours = crate::both::packed::<_, Legacy>(&address);
    assert_eq!((theirs.len(), ours.len()), (18, 26));
    assert_eq!(ours, [theirs, vec![0; 8]].concat());
}

#[test]
fn a_time_before_1970_is_refused_by_bincode() {
    let before = UNIX_EPOCH - Duration::new(1, 500_000_000);
    assert!(bincode_1::serialize(&before).is_err());
    assert!(bincode_2::encode_to_vec(before, bincode_2::config::standard()).is_err());
    let bytes = crate::both::packed::<_, Legacy>(&before);
    assert!(bincode_1::deserialize::<SystemTime>(&bytes).is_err());
    assert_eq!(packed_data::Packed::<SystemTime, Legacy>::from_vec(bytes).unwrap().unpack(), Ok(before));
    let bytes = crate::both::packed::<_, Standard>(&before);
    assert_eq!(bytes.len(), 14);
    let config = bincode_2::config::standard();
    assert!(bincode_2::decode_from_slice::<SystemTime, _>(&bytes, config).is_err());
    assert_eq!(packed_data::Packed::<SystemTime, Standard>::from_vec(bytes).unwrap().unpack(), Ok(before));
}

#[test]
fn structs_and_enums() {
    both([Unit]);
    both([Newtype(5), Newtype(u32::MAX)]);
    both([Direction::North, Direction::West]);
    both([Single::Only(7)]);
    both([Tree::Node(
        Box::new(Tree::Leaf(-1)),
        Box::new(Tree::Node(Box::new(Tree::Leaf(300)), Box::new(Tree::Leaf(0)))),
    )]);
    both([
        Command::Stop,
        Command::Turn(Direction::East),
        Command::Move(-300, 1 << 40),
        Command::Say { text: "hello".into(), to: Some(Box::new(Command::All(vec![Command::Stop]))) },
    ]);
    both([Pair { first: 'x', second: Pair { first: (), second: [Some(1_u8), None] } }]);
    both([Ok::<u32, String>(5), Err("wrong".into())]);
    both([None, Some(None), Some(Some(())), Some(Some(()))]);
}

/// Declares an enum with a variant for each letter of three alphabets: more than fit in the one-byte form of a tag.
macro_rules! many {
    ($name:ident { $($variant:ident)+ }) => {
        #[derive(Clone, Copy, Debug, PartialEq, packed_data::Packable, serde::Serialize, serde::Deserialize,
            bincode_2::Encode, bincode_2::Decode)]
        #[bincode(crate = "bincode_2")]
        pub(crate) enum $name {
            $($variant,)+
        }

        impl $name {
            const ALL: &[Self] = &[$(Self::$variant),+];
        }
    };
}
many!(Many {
    V0 V1 V2 V3 V4 V5 V6 V7 V8 V9 V10 V11 V12 V13 V14 V15 V16 V17 V18 V19 V20 V21 V22 V23 V24 V25 V26 V27 V28 V29 V30 V31 V32 V33 V34 V35 V36 V37 V38 V39 V40 V41 V42 V43 V44 V45 V46 V47 V48 V49 V50 V51 V52 V53 V54 V55 V56 V57 V58 V59 V60 V61 V62 V63 V64 V65 V66 V67 V68 V69 V70 V71 V72 V73 V74 V75 V76 V77 V78 V79 V80 V81 V82 V83 V84 V85 V86 V87 V88 V89 V90 V91 V92 V93 V94 V95 V96 V97 V98 V99 V100 V101 V102 V103 V104 V105 V106 V107 V108 V109 V110 V111 V112 V113 V114 V115 V116 V117 V118 V119 V120 V121 V122 V123 V124 V125 V126 V127 V128 V129 V130 V131 V132 V133 V134 V135 V136 V137 V138 V139 V140 V141 V142 V143 V144 V145 V146 V147 V148 V149 V150 V151 V152 V153 V154 V155 V156 V157 V158 V159 V160 V161 V162 V163 V164 V165 V166 V167 V168 V169 V170 V171 V172 V173 V174 V175 V176 V177 V178 V179 V180 V181 V182 V183 V184 V185 V186 V187 V188 V189 V190 V191 V192 V193 V194 V195 V196 V197 V198 V199 V200 V201 V202 V203 V204 V205 V206 V207 V208 V209 V210 V211 V212 V213 V214 V215 V216 V217 V218 V219 V220 V221 V222 V223 V224 V225 V226 V227 V228 V229 V230 V231 V232 V233 V234 V235 V236 V237 V238 V239 V240 V241 V242 V243 V244 V245 V246 V247 V248 V249 V250 V251 V252 V253 V254 V255 V256 V257 V258 V259 V260 V261 V262 V263 V264 V265 V266 V267 V268 V269 V270 V271 V272 V273 V274 V275 V276 V277 V278 V279 V280 V281 V282 V283 V284 V285 V286 V287 V288 V289 V290 V291 V292 V293 V294 V295 V296 V297 V298 V299
});

/// The same with data in one variant.
#[derive(
    Clone,
    Debug,
    PartialEq,
    packed_data::Packable,
    serde::Serialize,
    serde::Deserialize,
    bincode_2::Encode,
    bincode_2::Decode,
)]
#[bincode(crate = "bincode_2")]
pub(crate) enum ManyWith {
    W0,
    W1,
    W2,
    W3,
    W4,
    W5,
    W6,
    W7,
    W8,
    W9,
    W10,
    W11,
    W12,
    W13,
    W14,
    W15,
    W16,
    W17,
    W18,
    W19,
    W20,
    W21,
    W22,
    W23,
    W24,
    W25,
    W26,
    W27,
    W28,
    W29,
    W30,
    W31,
    W32,
    W33,
    W34,
    W35,
    W36,
    W37,
    W38,
    W39,
    W40,
    W41,
    W42,
    W43,
    W44,
    W45,
    W46,
    W47,
    W48,
    W49,
    W50,
    W51,
    W52,
    W53,
    W54,
    W55,
    W56,
    W57,
    W58,
    W59,
    W60,
    W61,
    W62,
    W63,
    W64,
    W65,
    W66,
    W67,
    W68,
    W69,
    W70,
    W71,
    W72,
    W73,
    W74,
    W75,
    W76,
    W77,
    W78,
    W79,
    W80,
    W81,
    W82,
    W83,
    W84,
    W85,
    W86,
    W87,
    W88,
    W89,
    W90,
    W91,
    W92,
    W93,
    W94,
    W95,
    W96,
    W97,
    W98,
    W99,
    W100,
    W101,
    W102,
    W103,
    W104,
    W105,
    W106,
    W107,
    W108,
    W109,
    W110,
    W111,
    W112,
    W113,
    W114,
    W115,
    W116,
    W117,
    W118,
    W119,
    W120,
    W121,
    W122,
    W123,
    W124,
    W125,
    W126,
    W127,
    W128,
    W129,
    W130,
    W131,
    W132,
    W133,
    W134,
    W135,
    W136,
    W137,
    W138,
    W139,
    W140,
    W141,
    W142,
    W143,
    W144,
    W145,
    W146,
    W147,
    W148,
    W149,
    W150,
    W151,
    W152,
    W153,
    W154,
    W155,
    W156,
    W157,
    W158,
    W159,
    W160,
    W161,
    W162,
    W163,
    W164,
    W165,
    W166,
    W167,
    W168,
    W169,
    W170,
    W171,
    W172,
    W173,
    W174,
    W175,
    W176,
    W177,
    W178,
    W179,
    W180,
    W181,
    W182,
    W183,
    W184,
    W185,
    W186,
    W187,
    W188,
    W189,
    W190,
    W191,
    W192,
    W193,
    W194,
    W195,
    W196,
    W197,
    W198,
    W199,
    W200,
    W201,
    W202,
    W203,
    W204,
    W205,
    W206,
    W207,
    W208,
    W209,
    W210,
    W211,
    W212,
    W213,
    W214,
    W215,
    W216,
    W217,
    W218,
    W219,
    W220,
    W221,
    W222,
    W223,
    W224,
    W225,
    W226,
    W227,
    W228,
    W229,
    W230,
    W231,
    W232,
    W233,
    W234,
    W235,
    W236,
    W237,
    W238,
    W239,
    W240,
    W241,
    W242,
    W243,
    W244,
    W245,
    W246,
    W247,
    W248,
    W249,
    W250,
    W251,
    W252,
    W253,
    W254,
    W255,
    W256,
    W257,
    W258(String),
    W259(u16),
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes, for enums of 300 constructors")]
fn tags_of_many_variants() {
    assert_eq!(Many::ALL.len(), 300);
    both(Many::ALL.iter().copied());
    both([vec![Many::V0, Many::V299, Many::V251, Many::V250]]);
    both([Some(Many::V299), None]);
    both([(1_u8, Many::V252, 2_u8)]);
    both([[Many::V1, Many::V299]]);
    both([Pair { first: Many::V255, second: String::from("x") }]);
    both([BTreeMap::from([(1_u8, Many::V299), (2, Many::V0)])]);
    both([ManyWith::W0, ManyWith::W250, ManyWith::W251, ManyWith::W259(300), ManyWith::W258("text".into())]);
    both([vec![ManyWith::W259(1), ManyWith::W0, ManyWith::W258(String::new())]]);
}

/// Tries values that are made from random bytes.
fn random<T: Both + for<'a> Arbitrary<'a>>(bytes: &[u8]) {
    let Ok(value) = T::arbitrary(&mut Unstructured::new(bytes)) else { return };
    agree::<T, Legacy>(&value);
    agree::<T, Standard>(&value);
}

const CASES: u32 = match (cfg!(miri), cfg!(debug_assertions)) {
    (true, _) => 1,
    (_, true) => 64,
    _ => 4096,
};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(CASES) })]

    #[test]
    fn random_values(bytes in prop::collection::vec(any::<u8>(), if cfg!(miri) { 20..40 } else { 0..400 })) {
        random::<Numbers>(&bytes);
        random::<Scalars>(&bytes);
        random::<Command>(&bytes);
        random::<Tree>(&bytes);
        random::<Sequences>(&bytes);
        random::<Choices>(&bytes);
        random::<Sorted>(&bytes);
        random::<Hashed>(&bytes);
    }
}

#[test]
fn a_hash_map_is_read_in_any_order_and_written_sorted() {
    let map: HashMap<u16, String> =
        (0..if cfg!(miri) { 9 } else { 300 }).map(|key| (key * 7, key.to_string())).collect();
    let theirs = bincode_1::serialize(&map).unwrap();
    let ours = crate::both::packed::<_, Legacy>(&map);
    assert_eq!(theirs.len(), ours.len());
    assert_ne!(theirs, ours, "300 entries are in the order of their keys by chance");
    agree::<_, Legacy>(&map);
    agree::<_, Standard>(&map);
    // A comparison does not need the order, nor does an iterator.
    let opened = packed_data::Packed::<HashMap<u16, String>, Legacy, _>::from_bytes(theirs.as_slice()).unwrap();
    assert!(opened.view().iter().all(|(key, text)| map[&key] == text));
    let sorted = packed_data::Packed::<HashMap<u16, String>, Legacy>::pack(&map);
    assert!(opened.view() == sorted.view() && opened.as_bytes() != sorted.as_bytes());
}
