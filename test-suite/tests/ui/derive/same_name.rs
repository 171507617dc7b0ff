//! Two constructors would give two functions of one name.

use packed_data::Packable;

#[derive(Packable)]
enum Server {
    HttpServer(u16),
    HTTPServer(u16),
}

fn main() {}
