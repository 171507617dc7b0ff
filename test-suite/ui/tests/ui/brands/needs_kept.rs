//! A place is stored outside the closure that receives it.

use packed_data::Packed;

fn main() {
    let mut kept = None;
    let _packed = Packed::<(u8, u8)>::build(|needs| {
        let fields = needs.fields().put(&1);
        fields.with(|second| {
            kept = Some(second);
            panic!("caught somewhere")
        }).done()
    });
    drop(kept);
}
