//! The explorer as a class of JavaScript: each answer is a text of JSON.

use std::io::{self, Read, Seek, SeekFrom};

use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{Answer, Explorer};

#[wasm_bindgen]
extern "C" {
    /// Reads bytes of the file: an object with `size` and `read(offset, count)`.
    #[derive(Clone)]
    pub type Source;

    #[wasm_bindgen(method, getter)]
    fn size(this: &Source) -> f64;

    #[wasm_bindgen(method, catch)]
    fn read(this: &Source, offset: f64, count: u32) -> Result<Vec<u8>, JsValue>;

    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn complain(message: &str);
}

/// A file that JavaScript reads, with a position in it. A request takes long, so bytes are read ahead: the more, the
/// longer they are read in order.
#[derive(Clone)]
struct Reader {
    source: Source,
    at: u64,
    /// Bytes that were read, and their offset.
    window: Vec<u8>,
    begin: u64,
    /// The number of bytes to read next.
    ahead: usize,
}

/// The fewest and the most bytes that are read at once.
const AHEAD: (usize, usize) = (16 << 10, 2 << 20);

impl Reader {
    fn new(source: Source) -> Self {
        Self { source, at: 0, window: Vec::new(), begin: 0, ahead: AHEAD.0 }
    }

    /// Returns the bytes of the window from the position on.
    fn rest(&self) -> &[u8] {
        let skipped = self.at.checked_sub(self.begin).and_then(|skipped| usize::try_from(skipped).ok());
        skipped.and_then(|skipped| self.window.get(skipped..)).unwrap_or_default()
    }

    /// Reads a window that begins at the position.
    fn fill(&mut self) -> io::Result<()> {
        let is_next = self.at == self.begin + self.window.len() as u64;
        self.ahead = if is_next { (2 * self.ahead).min(AHEAD.1) } else { AHEAD.0 };
        let rest = (self.source.size() as u64).saturating_sub(self.at);
        let count = u32::try_from(rest.min(self.ahead as u64)).unwrap_or(u32::MAX);
        self.begin = self.at;
        self.window.clear();
        if count > 0 {
            // (2^53 bytes are enough: JavaScript has no longer files.)
            self.window = self.source.read(self.at as f64, count).map_err(|error| {
                io::Error::other(error.as_string().unwrap_or_else(|| "the browser cannot read the file".into()))
            })?;
        }
        Ok(())
    }
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest().is_empty() {
            self.fill()?;
        }
        let count = self.rest().read(buffer)?;
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for Reader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let size = self.source.size() as u64;
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => size.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

/// An open file.
#[wasm_bindgen(js_name = Explorer)]
pub struct Page(Explorer<Reader>);

#[wasm_bindgen(js_class = Explorer)]
impl Page {
    /// Opens a file; without a header, with the text of its schema and the name of its layout.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, source: Source, schema: Option<String>, layout: Option<String>) -> Result<Page, JsValue> {
        std::panic::set_hook(Box::new(|info| complain(&info.to_string())));
        let bare = schema.as_deref().zip(layout.as_deref());
        Explorer::open(name, Reader::new(source), bare).map(Self).map_err(JsValue::from)
    }

    pub fn info(&self) -> String {
        text(&self.0.info())
    }

    pub fn record(&mut self, record: f64) -> String {
        text(&self.0.record(record as u64))
    }

    pub fn records(&mut self, from: f64, count: f64) -> String {
        text(&self.0.records_from(from as u64, count as u64))
    }

    pub fn parts(&mut self, of: u32, from: f64, count: f64) -> Result<String, JsValue> {
        answer(self.0.parts(of, from as u64, count as u64))
    }

    pub fn elements(&mut self, indices: Vec<f64>) -> Result<String, JsValue> {
        let indices: Vec<_> = indices.into_iter().map(|index| index as u64).collect();
        answer(self.0.elements(&indices))
    }

    pub fn path(&self, of: u32) -> Result<String, JsValue> {
        answer(self.0.path(of))
    }

    pub fn json(&mut self, of: u32, most: u32) -> Result<String, JsValue> {
        Ok(self.0.json(of, most as usize)?)
    }

    pub fn locate(&mut self, record: f64, offset: f64) -> Result<String, JsValue> {
        answer(self.0.locate(record as u64, offset as usize))
    }

    pub fn find(&mut self, path: &str) -> Result<String, JsValue> {
        answer(self.0.find(path))
    }

    pub fn window(&mut self, record: f64, from: f64, count: u32) -> Result<String, JsValue> {
        answer(self.0.window(record as u64, from as usize, count as usize))
    }

    pub fn raw(&mut self, from: f64, count: u32) -> Result<String, JsValue> {
        answer(self.0.raw_window(from as u64, count as usize))
    }

    pub fn search(&mut self, condition: &str, from: f64, most: u32) -> Result<String, JsValue> {
        answer(self.0.search(condition, from as u64, most as usize))
    }

    pub fn check(&mut self, from: u32) -> Result<String, JsValue> {
        answer(self.0.check(from as usize))
    }

    pub fn sizes(&mut self, restarts: bool) -> Result<String, JsValue> {
        answer(self.0.sizes(restarts))
    }

    pub fn compare(&self, other: &[u8]) -> Result<String, JsValue> {
        answer(self.0.compare(other))
    }
}

fn answer<T: Serialize>(answer: Answer<T>) -> Result<String, JsValue> {
    Ok(text(&answer?))
}

fn text<T: Serialize>(value: &T) -> String {
    // (No value has a key that is no text.)
    serde_json::to_string(value).unwrap_or_default()
}

/// Returns the names of all layouts.
#[wasm_bindgen]
pub fn layouts() -> Vec<String> {
    packed_data_schema::LayoutId::ALL.into_iter().map(|layout| layout.name().to_owned()).collect()
}

/// Returns the text of a schema, given that text or the beginning of a file that has it.
#[wasm_bindgen]
pub fn schema_of(bytes: &[u8]) -> Result<String, JsValue> {
    Ok(crate::compare::read(bytes)?.to_string())
}
