//! Two constructors would result in two functions of the same name.

use packed_data::Packable;

#[derive(Packable)]
enum Server {
    HttpServer(u16),
    HTTPServer(u16),
}

fn main() {}
