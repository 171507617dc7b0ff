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
    lazy: "lazy.md",
    methods: "methods.md",
    maps: "maps.md",
    ast: "ast.md",
    building: "building.md",
    transforms: "transforms.md",
    editing: "editing.md",
    outside: "outside.md",
    inspecting: "inspecting.md",
    paths: "paths.md",
    streams: "streams.md",
    cores: "cores.md",
    evolution: "evolution.md",
    migration: "migration.md",
    foreign: "foreign.md",
    files: "files.md",
    columns: "columns.md",
    from_serde: "from-serde.md",
    from_rkyv: "from-rkyv.md",
    from_bincode: "from-bincode.md",
    from_haskell: "from-haskell.md",
    cbor_tools: "cbor-tools.md",
    paper: "paper.md",
    attributes: "attributes.md",
    architecture: "architecture.md",
    choosing: "layouts/choosing.md",
    compact: "layouts/compact.md",
    indexed: "layouts/indexed.md",
    cbor: "layouts/cbor.md",
    haskell: "layouts/haskell.md",
    bincode: "layouts/bincode.md",
    fingerprint: "fingerprint.md",
    file_format: "file-format.md",
    schema: "schema.md",
}
