// `More<H, R>` with an `H` that is a `More` itself: checked as a constructor of `H`, read as one of `R`.
use packed_data::__private::shape::*;
use packed_data::__private::{Branch, InTier, More, NextTier};
use packed_data::build::Written;
use packed_data::cursor::{Fields, Match};
use packed_data::error::Names;
use packed_data::layout::AnyAccess;
use packed_data::*;
pub struct Evil;
impl Named for Evil { const NAMES: &'static Names = &Names { name: "Evil", constructors: &[] }; }
type V = More<More<((),), ((u128, ()),)>, ((String, ()),)>;
impl Packable for Evil {
    type As = Self; type Shape = Enum<Self, V>; type View<'a, L: Access> = View<'a, Self, L>;
    fn view<'a, L: Access>(view: View<'a, Self, L>) -> Self::View<'a, L> { view }
    fn write<'v, 'id, L: Layout>(_: &'v Self, _: Needs<'id, Self, L>) -> Written<'v, 'id> { loop {} }
}
impl Match for Evil {
    type Variants = V; type Case<'a, 'id, L: Access> = Fields<'a, 'id, (String, ()), L>; type ViewCase<'a, L: AnyAccess> = ();
    fn case<'a, 'id, L: Access>(b: Branch<'a, 'id, V, L>) -> Self::Case<'a, 'id, L> { b.fields::<NextTier<InTier<0>>>() }
    fn view_case<'a, L: AnyAccess>(_: Branch<'a, '_, V, L>) -> Result<(), L::Error> { Ok(()) }
}
fn main() {
    let mut bytes = vec![16u8, 200]; bytes.extend([0xFF; 15]); // 15 bytes, read as a string of 200 bytes
    let p = Packed::<Evil, Compact, _>::from_bytes(bytes.into_boxed_slice()).expect("accepted");
    let n = p.read(|c| { let (s, f) = c.case().read(); f.done(s.chars().count()) });
    println!("read a str: {n}");
}
