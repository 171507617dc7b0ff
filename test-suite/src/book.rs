//! The book's pages and the README: their code blocks are doctests of this crate.

/// One item for each page; its documentation is the page.
macro_rules! pages {
    ($($page:ident: $path:literal),+ $(,)?) => {$(
        #[doc = include_str!(concat!("../../book/src/", $path))]
        mod $page {}
    )+};
}

pages! {
    readme: "../../README.md",
    introduction: "introduction.md",
    tutorial: "tutorial.md",
    reading: "reading.md",
    building: "building.md",
    transforms: "transforms.md",
    editing: "editing.md",
    outside: "outside.md",
    streams: "streams.md",
    evolution: "evolution.md",
    foreign: "foreign.md",
    cbor_tools: "cbor-tools.md",
    paper: "paper.md",
    architecture: "architecture.md",
    compact: "layouts/compact.md",
    indexed: "layouts/indexed.md",
    cbor: "layouts/cbor.md",
    haskell: "layouts/haskell.md",
    fingerprint: "fingerprint.md",
}
