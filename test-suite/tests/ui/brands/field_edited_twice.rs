//! The same field is overwritten twice: the fields still to be edited are used up by the first time.

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
