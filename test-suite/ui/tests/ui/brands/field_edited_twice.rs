//! The same field is overwritten twice: the first call consumes the fields that are still to be edited.

use packed_data::Packed;

fn main() {
    let mut packed = Packed::<(u8, u8)>::pack(&(1, 2));
    packed.edit(|pair| {
        let fields = pair.fields();
        let second = fields.set(3);
        _ = fields.set(4);
        second.skip().done(())
    });
}
