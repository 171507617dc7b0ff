//! Makes what `packed explore` embeds: `make MODULE.wasm FOLDER` writes the glue of JavaScript, and the module without
//! its descriptions for wasm-bindgen, compressed.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use flate2::{Compression, GzBuilder};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [module, folder] = arguments.as_slice() else { return Err("usage: make MODULE.wasm FOLDER".into()) };
    let mut made = Bindgen::new();
    made.input_path(module).no_modules(true)?.no_modules_global("explorer")?;
    made.typescript(false).remove_name_section(true).remove_producers_section(true).demangle(false);
    let mut output = made.generate_output()?;
    fs::write(folder.join("glue.js"), output.js())?;
    // (Without a time, so that the same module has the same bytes.)
    let mut compressed = GzBuilder::new().write(Vec::new(), Compression::best());
    compressed.write_all(&output.wasm_mut().emit_wasm())?;
    fs::write(folder.join("explorer.wasm.gz"), compressed.finish()?)?;
    Ok(())
}
