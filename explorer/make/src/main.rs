//! Makes what `packed explore` embeds: `make MODULE.wasm PAGE OUT` writes the module, compressed and without its
//! descriptions for wasm-bindgen, and the page with its style and scripts, of which the content security policy has the
//! hashes.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [module, page, out] = arguments.as_slice() else { return Err("usage: make MODULE.wasm PAGE OUT".into()) };
    let mut made = Bindgen::new();
    made.input_path(module).no_modules(true)?.no_modules_global("explorer")?;
    made.typescript(false).remove_name_section(true).remove_producers_section(true).demangle(false);
    let mut output = made.generate_output()?;
    // (Without a time, so that the same module has the same bytes.)
    let mut compressed = GzBuilder::new().write(Vec::new(), Compression::best());
    compressed.write_all(&output.wasm_mut().emit_wasm())?;
    fs::create_dir_all(out)?;
    fs::write(out.join("module.wasm.gz"), compressed.finish()?)?;
    fs::write(out.join("page.html"), assembled(page, output.js())?)?;
    Ok(())
}

/// Returns the page with its parts in place of `{{style}}`, `{{worker}}` and so on. What the command puts in stays.
fn assembled(folder: &Path, glue: &str) -> Result<String, Box<dyn Error>> {
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let (style, script) = (read("style.css")?, read("page.js")?);
    let worker = format!("{glue}\n{}", read("worker.js")?);
    for (name, text) in [("style.css", &style), ("page.js", &script), ("worker.js", &worker)] {
        if text.contains("</") || text.contains("<!--") || text.contains("{{") {
            return Err(format!("{name} contains `</`, `<!--` or `{{{{`, which a page cannot contain").into());
        }
    }
    let mut page = read("page.html")?;
    for (name, text) in [
        ("{{script-hash}}", &hash(&script)),
        ("{{style-hash}}", &hash(&style)),
        ("{{style}}", &style),
        ("{{worker}}", &worker),
        ("{{script}}", &script),
    ] {
        if page.matches(name).count() != 1 {
            return Err(format!("page.html: expected {name} once").into());
        }
        page = page.replace(name, text);
    }
    Ok(page)
}

/// Returns the hash of a script or style as a content security policy has it.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}
