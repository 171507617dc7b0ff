//! Frames that a writer wrote, the last of them torn, and what a reader returns.

use packed_data::Compact;
use packed_data::stream::{ErrorKind, Reader, Writer};

use super::steps::{self, Stage};
use super::strip::Strip;
use super::svg::{Canvas, Font};
use super::{declared, shown};

declared! { SWITCH: struct Switch { name: String, on: bool } }

pub(super) fn streams() -> String {
    let (values, source) = shown!([
        Switch { name: "up".into(), on: true },
        Switch { name: "down".into(), on: false },
        Switch { name: "in".into(), on: true }
    ]);
    let mut writer = Writer::<_, Switch, Compact>::new(Vec::new());
    for value in &values {
        writer.write(value).expect("a vector takes all that is written");
    }
    let written = writer.into_inner();
    let (stream, lost) = written.split_at(written.len() - 1);

    let mut canvas = Canvas::new();
    canvas.line(Font::Code, SWITCH);
    for value in source.trim_matches(['[', ']']).split_inclusive("},") {
        canvas.line(Font::Code, value.trim());
    }
    canvas.y += 8;
    strip(&written, lost).draw(&mut canvas);
    canvas.legend();
    canvas.y += 8;
    canvas
        .line(Font::Name, "The last byte is lost. Grey: the value that is returned. Arrow: reader.offset() after it.");
    steps::draw(&mut canvas, written.len(), &read(stream));
    canvas.finish("A stream of three frames, the last of them torn, and where the reader is after each value")
}

fn strip(written: &[u8], lost: &[u8]) -> Strip {
    let mut strip = Strip::new(written);
    for (frame, name) in ["up", "down"].into_iter().enumerate() {
        strip.span(format!("frame {frame}"), |strip| {
            begin(strip, name);
            let on = frame == 0;
            strip.data(&[u8::from(on)], on.to_string());
        });
    }
    strip.span("a torn frame", |strip| {
        begin(strip, "in");
        strip.absent(lost, "lost");
    });
    strip
}

/// Adds the header of a frame, and the first field of the value in it.
fn begin(strip: &mut Strip, name: &str) {
    let length = u8::try_from(name.len()).expect("a short name");
    strip.size(&[1 + length + 1], format!("frame of {}", 1 + length + 1));
    strip.size(&[length], format!("length {length}"));
    strip.data(name.as_bytes(), format!("{name:?}"));
}

/// Reads a stream up to its end. Returns a step for each result of the reader, with its position.
fn read(stream: &[u8]) -> Vec<Stage> {
    let mut reader = Reader::<_, Switch, Compact>::new(stream);
    let mut steps = Vec::new();
    loop {
        let (note, length) = match reader.next() {
            Ok(Some(packed)) => {
                let Switch { name, on } = packed.unpack().expect("a value without levels");
                (format!("returns {name:?}, {on}"), packed.as_bytes().len())
            }
            Ok(None) => break,
            Err(error) => {
                assert!(matches!(error.kind(), ErrorKind::Truncated { .. }), "{error}");
                (format!("returns an error, Truncated, with the offset {}", error.offset()), 0)
            }
        };
        let position = usize::try_from(reader.offset()).expect("a short stream");
        steps.push(Stage { code: "reader.next()".into(), note, bytes: position - length..position, position });
    }
    steps
}
