//! The types that are exchanged only with the Haskell package of this repository. `haskell/interop/Exchanged.hs`
//! declares them in the same order, with the same constructors and fields.

use std::cmp::Ordering;
use std::time::Duration;

use packed_data::Packable;
use test_suite::haskell::{Direction, Tree};

use crate::random::{Random, Source};

/// Declares types and their random values: fields are random one after the other, constructors equally frequent.
macro_rules! exchanged {
    ($($(#[$doc:meta])* $kind:ident $name:ident $(<$($P:ident),+>)? { $($body:tt)* })+) => {$(
        exchanged! { @$kind $(#[$doc])* $name [$($($P),+)?] { $($body)* } }
    )+};
    (@record $(#[$doc:meta])* $name:ident [$($P:ident),*] { $($field:ident: $F:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Packable)]
        pub(crate) struct $name<$($P),*> {
            $(pub(crate) $field: $F),*
        }

        impl<$($P: Random),*> Random for $name<$($P),*> {
            fn random(source: &mut Source) -> Self {
                Self { $($field: source.inside()),* }
            }
        }
    };
    (@flat $(#[$doc:meta])* $name:ident [] { $($constructor:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Packable)]
        pub(crate) enum $name {
            $($constructor),*
        }

        impl Random for $name {
            fn random(source: &mut Source) -> Self {
                const ALL: &[$name] = &[$($name::$constructor),*];
                ALL[source.below(ALL.len() as u64) as usize]
            }
        }
    };
}

exchanged! {
    /// Scalars that are not integers, and the two whose width is that of the machine.
    record Scalars { flag: bool, letter: char, single: f32, double: f64, int: isize, word: usize, unit: () }

    /// Static and varying fields in turn, which `Indexed` stores in another order.
    record Mixed { label: Vec<char>, small: u16, maybe: Option<u8>, double: f64, trees: Vec<Tree>, kind: Direction }

    /// A part of `Outer`. Its only varying field is a list, so `Indexed` finds its end without a size.
    record Inner { number: u32, values: Vec<i16> }

    /// Records in records, and in lists.
    record Outer { first: Inner, name: Vec<char>, maybe: Option<Inner>, others: Vec<Inner>, last: Option<Option<u16>> }

    /// A type with parameters.
    record Both<A, B> { one: A, other: B }

    /// Texts and bytes, which the layouts of the paper's library do not have.
    record Document { title: String, lines: Vec<String>, blob: Vec<u8>, author: Option<String>, size: u64 }

    /// Types that Haskell has only in this package.
    record Wider { word: u128, int: i128, time: Duration, order: Ordering }

    /// Of the book's pages.
    record Point { x: i32, y: i32 }

    /// Of the book's pages.
    record Entry { name: Option<String>, tags: Vec<String>, size: Option<u32> }

    /// More constructors than a tag of one byte can tell apart.
    flat Many {
        M0, M1, M2, M3, M4, M5, M6, M7, M8, M9, M10, M11, M12, M13, M14, M15, M16, M17, M18, M19, M20, M21, M22, M23,
        M24, M25, M26, M27, M28, M29, M30, M31, M32, M33, M34, M35, M36, M37, M38, M39, M40, M41, M42, M43, M44, M45,
        M46, M47, M48, M49, M50, M51, M52, M53, M54, M55, M56, M57, M58, M59, M60, M61, M62, M63, M64, M65, M66, M67,
        M68, M69, M70, M71, M72, M73, M74, M75, M76, M77, M78, M79, M80, M81, M82, M83, M84, M85, M86, M87, M88, M89,
        M90, M91, M92, M93, M94, M95, M96, M97, M98, M99, M100, M101, M102, M103, M104, M105, M106, M107, M108, M109,
        M110, M111, M112, M113, M114, M115, M116, M117, M118, M119, M120, M121, M122, M123, M124, M125, M126, M127,
        M128, M129, M130, M131, M132, M133, M134, M135, M136, M137, M138, M139, M140, M141, M142, M143, M144, M145,
        M146, M147, M148, M149, M150, M151, M152, M153, M154, M155, M156, M157, M158, M159, M160, M161, M162, M163,
        M164, M165, M166, M167, M168, M169, M170, M171, M172, M173, M174, M175, M176, M177, M178, M179, M180, M181,
        M182, M183, M184, M185, M186, M187, M188, M189, M190, M191, M192, M193, M194, M195, M196, M197, M198, M199,
        M200, M201, M202, M203, M204, M205, M206, M207, M208, M209, M210, M211, M212, M213, M214, M215, M216, M217,
        M218, M219, M220, M221, M222, M223, M224, M225, M226, M227, M228, M229, M230, M231, M232, M233, M234, M235,
        M236, M237, M238, M239, M240, M241, M242, M243, M244, M245, M246, M247, M248, M249, M250, M251, M252, M253,
        M254, M255, M256, M257, M258, M259, M260, M261, M262, M263, M264, M265, M266, M267, M268, M269, M270, M271,
        M272, M273, M274, M275, M276, M277, M278, M279, M280, M281, M282, M283, M284, M285, M286, M287, M288, M289,
        M290, M291, M292, M293, M294, M295, M296, M297, M298, M299,
    }
}

impl Random for u128 {
    fn random(source: &mut Source) -> Self {
        let high = if bool::random(source) { u64::random(source) } else { 0 };
        Self::from(high) << 64 | Self::from(u64::random(source))
    }
}

impl Random for i128 {
    fn random(source: &mut Source) -> Self {
        u128::random(source).cast_signed()
    }
}

impl Random for Duration {
    fn random(source: &mut Source) -> Self {
        Self::new(u64::random(source), source.below(1_000_000_000) as u32)
    }
}

impl Random for Ordering {
    fn random(source: &mut Source) -> Self {
        [Self::Less, Self::Equal, Self::Greater][source.below(3) as usize]
    }
}

/// Lengths, counts and tables of every width up to four bytes.
#[derive(Debug, Packable)]
pub(crate) struct Long {
    pub(crate) text: String,
    pub(crate) words: Vec<String>,
    pub(crate) numbers: Vec<u8>,
}

impl Random for Long {
    fn random(source: &mut Source) -> Self {
        let mut text = |_| "x".repeat(length(source));
        let (text, words) = (text(0), [0, 1].map(&mut text).into());
        let count = length(source);
        Self { text, words, numbers: (0..count).map(|_| u8::random(source)).collect() }
    }
}

/// Returns a length near one where short varints and tables become wider; rarely the last one.
fn length(source: &mut Source) -> usize {
    let near = [0, 250, 250, 65_535][if source.below(50) == 0 { 3 } else { source.below(3) as usize }];
    near + source.below(7) as usize
}

/// Of the book's pages.
#[derive(Debug, Packable)]
pub(crate) enum Shape {
    Empty,
    Circle(f32),
    Rectangle { width: u16, height: u16 },
}

impl Random for Shape {
    fn random(source: &mut Source) -> Self {
        match source.below(3) {
            0 => Self::Empty,
            1 => Self::Circle(f32::random(source)),
            _ => Self::Rectangle { width: u16::random(source), height: u16::random(source) },
        }
    }
}

/// A search tree, with the types of its keys and values as parameters.
#[derive(Debug, Packable)]
pub(crate) enum Search<K, V> {
    Tip,
    Branch { left: Box<Search<K, V>>, key: K, value: V, right: Box<Search<K, V>> },
}

impl<K: Random, V: Random> Random for Search<K, V> {
    fn random(source: &mut Source) -> Self {
        if source.is_leaf() {
            return Self::Tip;
        }
        Self::Branch {
            left: Box::random(source),
            key: K::random(source),
            value: V::random(source),
            right: Box::random(source),
        }
    }
}

/// A statement contains expressions, and an expression may contain statements.
#[derive(Debug, Packable)]
pub(crate) enum Statement {
    Skip,
    Assign(Vec<char>, Expression),
    If { condition: Expression, then: Box<Statement>, otherwise: Option<Box<Statement>> },
    Block(Vec<Statement>),
}

/// See `Statement`.
#[derive(Debug, Packable)]
pub(crate) enum Expression {
    Number(i64),
    Variable(Vec<char>),
    Call { function: u16, arguments: Vec<Expression> },
    Do(Box<Statement>, Box<Expression>),
}

impl Random for Statement {
    fn random(source: &mut Source) -> Self {
        if source.is_leaf() {
            return Self::Skip;
        }
        match source.below(3) {
            0 => Self::Assign(source.inside(), source.inside()),
            1 => Self::If { condition: source.inside(), then: Box::random(source), otherwise: source.inside() },
            _ => Self::Block(Vec::random(source)),
        }
    }
}

impl Random for Expression {
    fn random(source: &mut Source) -> Self {
        if source.is_leaf() {
            return if bool::random(source) { Self::Number(source.inside()) } else { Self::Variable(source.inside()) };
        }
        match source.below(2) {
            0 => Self::Call { function: u16::random(source), arguments: Vec::random(source) },
            _ => Self::Do(Box::random(source), Box::random(source)),
        }
    }
}
