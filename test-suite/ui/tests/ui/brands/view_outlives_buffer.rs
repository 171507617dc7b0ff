//! A string that points into a buffer is used after the buffer is gone.

use packed_data::Packed;

fn main() {
    let text: &str = {
        let packed = Packed::<String>::pack(&"gone".to_string());
        packed.view()
    };
    println!("{text}");
}
