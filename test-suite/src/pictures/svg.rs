//! Writes SVG: rectangles, paths and texts from top to bottom. It panics if texts overlap.

use std::fmt::Write;

/// The width of each picture, in pixels of the view box.
const WIDTH: usize = 760;
const MARGIN: usize = 24;

/// The left end of the bytes and of most texts.
pub(super) const LEFT: usize = MARGIN;

const STYLE: &str = "\
text{font:12px Helvetica,Arial,sans-serif;fill:#222}\
.code{font:13px Menlo,Consolas,'DejaVu Sans Mono',monospace}\
.name{font-weight:bold}\
.index{font-size:9px;fill:#666}\
.middle{text-anchor:middle}\
.tag{fill:#cfe2ff;stroke:#777}\
.size{fill:#ffdfb0;stroke:#777}\
.data{fill:#d8f0cf;stroke:#777}\
.absent{fill:none;stroke:#777;stroke-dasharray:3 2}\
.filled{fill:#777;stroke:#777}\
.changed{fill:none;stroke:#b3261e;stroke-width:3}\
.line{fill:none;stroke:#777}\
.jump{fill:none;stroke:#6a3fb5;stroke-width:1.5}\
.arrow{fill:#6a3fb5}";

/// The appearance of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Font {
    Plain,
    /// Rust source and bytes, in a font of fixed width.
    Code,
    /// Headings.
    Name,
    /// The position of a byte.
    Index,
}

impl Font {
    const fn class(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Code => "code",
            Self::Name => "name",
            Self::Index => "index",
        }
    }

    /// Returns an upper bound in pixels on the width of `text`, since readers have different fonts.
    pub(super) fn width(self, text: &str) -> usize {
        let character = match self {
            Self::Plain => 7,
            Self::Code | Self::Name => 8,
            Self::Index => 6,
        };
        text.chars().count() * character
    }

    const fn height(self) -> usize {
        match self {
            Self::Plain | Self::Name => 12,
            Self::Code => 13,
            Self::Index => 9,
        }
    }
}

/// The area of a text, for finding overlaps.
struct Area {
    text: String,
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
}

impl Area {
    fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }
}

/// A picture that is being drawn.
pub(super) struct Canvas {
    elements: String,
    texts: Vec<Area>,
    /// The first free line of pixels; each function that draws moves it down.
    pub(super) y: usize,
}

impl Canvas {
    pub(super) fn new() -> Self {
        Self { elements: String::new(), texts: Vec::new(), y: 10 }
    }

    fn element(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.elements, "{element}").expect("a string takes all that is written");
    }

    /// Writes `text` from `x` to the right, with its baseline at `y`.
    pub(super) fn text(&mut self, x: usize, y: usize, font: Font, text: &str) {
        self.cover(x, y, font, text);
        self.element(format_args!(r#"<text x="{x}" y="{y}" class="{}">{}</text>"#, font.class(), escaped(text)));
    }

    /// Writes `text` centred at `x`, with its baseline at `y`.
    pub(super) fn centred(&mut self, x: usize, y: usize, font: Font, text: &str) {
        self.cover(x.saturating_sub(font.width(text) / 2), y, font, text);
        let class = format!("{} middle", font.class());
        self.element(format_args!(r#"<text x="{x}" y="{y}" class="{}">{}</text>"#, class.trim(), escaped(text)));
    }

    fn cover(&mut self, left: usize, y: usize, font: Font, text: &str) {
        let (right, top, bottom) = (left + font.width(text), y - font.height(), y + 2);
        let area = Area { text: text.into(), left, right, top, bottom };
        assert!(right <= WIDTH, "beyond the right edge: {}", area.text);
        if let Some(other) = self.texts.iter().find(|other| other.overlaps(&area)) {
            panic!("texts overlap: {} and {}", area.text, other.text);
        }
        self.texts.push(area);
    }

    pub(super) fn rectangle(&mut self, x: usize, y: usize, width: usize, height: usize, class: &str) {
        self.element(format_args!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" class="{class}"/>"#));
    }

    pub(super) fn path(&mut self, class: &str, commands: std::fmt::Arguments<'_>) {
        self.element(format_args!(r#"<path d="{commands}" class="{class}"/>"#));
    }

    /// Writes one line of text and moves below it.
    pub(super) fn line(&mut self, font: Font, text: &str) {
        self.text(LEFT, self.y + 14, font, text);
        self.y += 20;
    }

    /// Explains the colours of bytes that occur in the picture.
    pub(super) fn legend(&mut self) {
        let mut x = LEFT;
        for (class, text) in [
            ("tag", "tag of a constructor"),
            ("size", "size, length, count, end or head"),
            ("data", "number, bool or text"),
        ] {
            if !self.elements.contains(&format!(r#"class="{class}""#)) {
                continue;
            }
            self.rectangle(x, self.y + 6, 12, 12, class);
            self.text(x + 18, self.y + 16, Font::Plain, text);
            x += 18 + Font::Plain.width(text) + 16;
        }
        self.y += 24;
    }

    /// Returns the SVG file. `title` describes the picture.
    pub(super) fn finish(self, title: &str) -> String {
        let height = self.y + 10;
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">
<title>{}</title>
<style>{STYLE}</style>
<rect width="{WIDTH}" height="{height}" rx="6" fill="white"/>
{}</svg>
"#,
            escaped(title),
            self.elements
        )
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
