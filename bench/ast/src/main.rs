//! The syntax tree of a large program: packed data beside `rkyv`, serde with CBOR, and postcard.
//!
//! ```sh
//! cargo run --release --manifest-path bench/ast/Cargo.toml -- FILE.js [--quick] [--out FOLDER]
//! ```
//!
//! `swc_ecma_parser` parses the file; its tree is converted to the types of `tree.rs`, which all formats write. What
//! they write, lint and rename is compared before anything is timed. Then they are timed in turn, in 15 rounds; the
//! figure is the least time of each. With `--quick`, only the answers are compared. With `--out`, the packed tree, its
//! JSON and the modules of TypeScript that read it are written to a folder, for `js/measure.mjs`.

mod lint;
mod tree;
mod versions;

use std::collections::HashMap;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use packed_data::fold::Children;
use packed_data::{Compact, Cursor, Indexed, Layout, Limits, Packed};
use packed_data_schema::{LayoutId, Schema};
use swc_common::input::StringInput;
use swc_common::{FileName, SourceMap};
use swc_ecma_ast::EsVersion;
use swc_ecma_parser::{EsSyntax, Parser, Syntax, lexer::Lexer};
use tree::plain::{ArchivedProgram, Expr, ExprView, Name, Pattern, PatternView, Program, Tree, TreeVisit, convert};

/// Rounds in which all contestants are timed.
const ROUNDS: usize = 15;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (mut file, mut out, mut is_quick) = (None, None, false);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--quick" => is_quick = true,
            "--out" => out = Some(PathBuf::from(arguments.next().expect("a folder after --out"))),
            path => file = Some(PathBuf::from(path)),
        }
    }
    let file = file.expect("a file of JavaScript");
    // (The parser and the owned tree recur deeply; packed data does not.)
    let run = move || measure_file(&file, out.as_deref(), is_quick);
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(run);
    thread.expect("a thread").join().expect("the measurement succeeds");
}

/// Returns the tree of `swc_ecma_parser`.
fn parse(file: &Path) -> swc_ecma_ast::Program {
    let source = std::fs::read_to_string(file).expect("the file is read");
    let map = SourceMap::default();
    let source = map.new_source_file(FileName::Anon.into(), source);
    let syntax = Syntax::Es(EsSyntax { decorators: true, import_attributes: true, ..EsSyntax::default() });
    let lexer = Lexer::new(syntax, EsVersion::EsNext, StringInput::from(&*source), None);
    Parser::new_from(lexer).parse_program().expect("the program is JavaScript")
}

fn measure_file(file: &Path, out: Option<&Path>, is_quick: bool) {
    let parsed = parse(file);
    let program = convert(&parsed).expect("the program is JavaScript");
    let all = Formats::new(&program);
    let nodes = count_nodes(&all.indexed);
    println!("{nodes} nodes, {} different texts\n", program.texts.len());
    all.print_sizes(nodes);
    all.check(&program);
    versions::check(&parsed);
    if let Some(folder) = out {
        write_out(folder, &program, &all);
    }
    for (title, mut contestants) in all.tasks(&program) {
        if is_quick {
            contestants.iter_mut().for_each(|one| _ = (one.run)());
            println!("{title}: {} contestants", contestants.len());
        } else {
            print_times(title, &mut contestants);
        }
    }
}

/// The same tree in all formats.
struct Formats {
    compact: Packed<Program, Compact>,
    indexed: Packed<Program, Indexed>,
    rkyv: rkyv::util::AlignedVec,
    cbor: Vec<u8>,
    postcard: Vec<u8>,
    /// The number of the most frequent text of a name, and of another one.
    renamed: (u32, u32),
}

/// A format, or a way to use it, that does a task; it returns a number that depends on all of its work.
struct Contestant<'a> {
    name: &'static str,
    run: Box<dyn FnMut() -> u64 + 'a>,
}

fn contestant<'a>(name: &'static str, run: impl FnMut() -> u64 + 'a) -> Contestant<'a> {
    Contestant { name, run: Box::new(run) }
}

type Error = rkyv::rancor::Error;

fn to_cbor(program: &Program) -> Vec<u8> {
    cbor4ii::serde::to_vec(Vec::new(), program).expect("memory suffices")
}

fn from_cbor(bytes: &[u8]) -> Program {
    cbor4ii::serde::from_slice(bytes).expect("the bytes are valid")
}

fn from_postcard(bytes: &[u8]) -> Program {
    postcard::from_bytes(bytes).expect("the bytes are valid")
}

fn from_rkyv(bytes: &[u8]) -> Program {
    rkyv::from_bytes::<Program, Error>(bytes).expect("the bytes are valid")
}

fn archived(bytes: &[u8]) -> &ArchivedProgram {
    // SAFETY: the callers pass bytes that `rkyv::to_bytes` returned for a `Program`.
    unsafe { rkyv::access_unchecked::<ArchivedProgram>(bytes) }
}

impl Formats {
    fn new(program: &Program) -> Self {
        let mut uses = HashMap::<u32, u32>::new();
        lint::owned::walk(program, &mut |name| *uses.entry(name.text).or_default() += 1);
        let most = uses.iter().max_by_key(|(text, uses)| (**uses, **text)).map_or(0, |(text, _)| *text);
        let other = (most + 1) % program.texts.len() as u32;
        Self {
            compact: Packed::pack(program),
            indexed: Packed::pack(program),
            rkyv: rkyv::to_bytes::<Error>(program).expect("memory suffices"),
            cbor: to_cbor(program),
            postcard: postcard::to_allocvec(program).expect("memory suffices"),
            renamed: (most, other),
        }
    }

    /// Compares what the formats hold, lint and rename.
    fn check(&self, program: &Program) {
        let loose = loose();
        let of_packed =
            |tree: &Packed<Program, Indexed>| tree.within(&loose).unpack().expect("the tree is not too deep");
        let of_compact =
            |tree: &Packed<Program, Compact>| tree.within(&loose).unpack().expect("the tree is not too deep");
        let all = [
            of_compact(&self.compact),
            of_packed(&self.indexed),
            from_rkyv(&self.rkyv),
            from_cbor(&self.cbor),
            from_postcard(&self.postcard),
        ];
        assert!(all.iter().all(|tree| tree == program));

        let found = lint::owned::lint(program);
        assert!(found.count > 0);
        assert_eq!((lint::packed(&self.indexed), lint::archived::lint(archived(&self.rkyv))), (found, found));

        let ((from, to), mut expected) = (self.renamed, program.clone());
        rename_owned(&mut expected, from, to);
        assert!(expected != *program);
        assert!(of_compact(&renamed(&self.compact, from, to)) == expected);
        assert!(of_packed(&renamed(&self.indexed, from, to)) == expected);
        let mut bytes = self.indexed.as_bytes().to_vec();
        assert!(rename_packed_in_place(&mut bytes, from, to) > 0);
        assert!(of_packed(&Packed::from_bytes(bytes).expect("valid")) == expected);
        let mut bytes = rkyv::util::AlignedVec::<16>::new();
        bytes.extend_from_slice(&self.rkyv);
        rename_rkyv_in_place(&mut bytes, from, to);
        assert!(from_rkyv(&bytes) == expected);
    }

    fn print_sizes(&self, nodes: u64) {
        println!("| | bytes | a node |\n|---|---:|---:|");
        for (name, size) in [
            ("packed-data, Compact", self.compact.as_bytes().len()),
            ("packed-data, Indexed", self.indexed.as_bytes().len()),
            ("rkyv", self.rkyv.len()),
            ("serde, CBOR (cbor4ii)", self.cbor.len()),
            ("serde, postcard", self.postcard.len()),
        ] {
            println!("| {name} | {size} | {:.1} |", size as f64 / nodes as f64);
        }
        println!();
    }

    fn tasks<'a>(&'a self, program: &'a Program) -> Vec<(&'static str, Vec<Contestant<'a>>)> {
        let (from, to) = self.renamed;
        let loose = loose();
        let unpacked = move |program: Program| program.body.len() as u64;
        let rename = move |mut program: Program| {
            rename_owned(&mut program, from, to);
            program
        };
        vec![
            (
                "pack",
                vec![
                    contestant("packed-data, Compact", move || {
                        black_box(Packed::<Program, Compact>::pack(program)).as_bytes().len() as u64
                    }),
                    contestant("packed-data, Indexed", move || {
                        black_box(Packed::<Program, Indexed>::pack(program)).as_bytes().len() as u64
                    }),
                    contestant("rkyv", move || {
                        black_box(rkyv::to_bytes::<Error>(program).expect("memory suffices")).len() as u64
                    }),
                    contestant("serde, CBOR", move || black_box(to_cbor(program)).len() as u64),
                    contestant("serde, postcard", move || {
                        black_box(postcard::to_allocvec(program).expect("memory suffices")).len() as u64
                    }),
                ],
            ),
            (
                "validate",
                vec![
                    contestant("packed-data, Compact", || validate::<Compact>(self.compact.as_bytes())),
                    contestant("packed-data, Indexed", || validate::<Indexed>(self.indexed.as_bytes())),
                    contestant("rkyv", || {
                        rkyv::access::<ArchivedProgram, Error>(black_box(&self.rkyv)).expect("valid").body.len() as u64
                    }),
                ],
            ),
            (
                "unpack",
                vec![
                    contestant("packed-data, Compact", move || {
                        unpacked(self.compact.within(&loose).unpack().expect("not too deep"))
                    }),
                    contestant("packed-data, Indexed", move || {
                        unpacked(self.indexed.within(&loose).unpack().expect("not too deep"))
                    }),
                    contestant("rkyv", move || unpacked(from_rkyv(&self.rkyv))),
                    contestant("serde, CBOR", move || unpacked(from_cbor(&self.cbor))),
                    contestant("serde, postcard", move || unpacked(from_postcard(&self.postcard))),
                ],
            ),
            (
                "lint",
                vec![
                    contestant("packed-data, Indexed, in place", || u64::from(lint::packed(&self.indexed).count)),
                    contestant("rkyv, in place", || u64::from(lint::archived::lint(archived(&self.rkyv)).count)),
                    contestant("serde, CBOR", || u64::from(lint::owned::lint(&from_cbor(&self.cbor)).count)),
                    contestant("serde, postcard", || {
                        u64::from(lint::owned::lint(&from_postcard(&self.postcard)).count)
                    }),
                    contestant("owned tree", move || u64::from(lint::owned::lint(program).count)),
                ],
            ),
            (
                "rename in place",
                vec![
                    contestant("packed-data, Indexed", {
                        let mut bytes = self.indexed.as_bytes().to_vec();
                        move || {
                            rename_packed_in_place(&mut bytes, from, to);
                            rename_packed_in_place(&mut bytes, to, from)
                        }
                    }),
                    contestant("rkyv", {
                        let mut bytes = rkyv::util::AlignedVec::<16>::new();
                        bytes.extend_from_slice(&self.rkyv);
                        move || {
                            rename_rkyv_in_place(&mut bytes, from, to);
                            rename_rkyv_in_place(&mut bytes, to, from)
                        }
                    }),
                ],
            ),
            (
                "rename to a new tree",
                vec![
                    contestant("packed-data, Compact", move || {
                        renamed(&self.compact, from, to).as_bytes().len() as u64
                    }),
                    contestant("packed-data, Indexed", move || {
                        renamed(&self.indexed, from, to).as_bytes().len() as u64
                    }),
                    contestant("rkyv", move || {
                        let program = rename(from_rkyv(&self.rkyv));
                        rkyv::to_bytes::<Error>(&program).expect("memory suffices").len() as u64
                    }),
                    contestant("serde, CBOR", move || to_cbor(&rename(from_cbor(&self.cbor))).len() as u64),
                    contestant("serde, postcard", move || {
                        let program = rename(from_postcard(&self.postcard));
                        postcard::to_allocvec(&program).expect("memory suffices").len() as u64
                    }),
                ],
            ),
        ]
    }
}

/// The limits of a program on a large stack.
fn loose() -> Limits {
    Limits { depth: 1 << 16, stack: 128 << 20, ..Limits::DEFAULT }
}

fn print_times(title: &str, contestants: &mut [Contestant<'_>]) {
    let mut least = vec![f64::INFINITY; contestants.len()];
    for _ in 0..ROUNDS {
        for (one, least) in contestants.iter_mut().zip(&mut least) {
            let start = Instant::now();
            black_box((one.run)());
            *least = least.min(start.elapsed().as_secs_f64());
        }
    }
    println!("| {title} | ms | |\n|---|---:|---:|");
    for (one, time) in contestants.iter().zip(&least) {
        println!("| {} | {:.2} | {:.2} |", one.name, time * 1e3, time / least[0]);
    }
    println!();
}

/// Writes what `js/measure.mjs` reads.
fn write_out(folder: &Path, program: &Program, all: &Formats) {
    std::fs::create_dir_all(folder).expect("the folder is made");
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).expect("the file is written");
    write("compact.bin", all.compact.as_bytes());
    write("indexed.bin", all.indexed.as_bytes());
    write("tree.json", &serde_json::to_vec(program).expect("the tree is JSON"));
    let schema = Schema::of::<Program>();
    for (name, layout) in [("compact.ts", LayoutId::Compact), ("indexed.ts", LayoutId::Indexed)] {
        write(name, schema.to_typescript(layout).expect("the layout has the types").as_bytes());
    }
}

fn validate<L: Layout>(bytes: &[u8]) -> u64 {
    Packed::<Program, L, _>::from_bytes(black_box(bytes)).expect("valid").as_bytes().len() as u64
}

/// Returns the number of nodes, about as ESTree counts them: statements, expressions, patterns, properties,
/// declarators, cases, classes and their members, and names.
fn count_nodes(program: &Packed<Program, Indexed>) -> u64 {
    let (mut count, mut names) = (Count(0), 0);
    let flow = program.visit_group::<Tree, _>(&mut count).expect("the tree is not too deep");
    assert!(flow.is_continue());
    let each = |_: Cursor<'_, '_, Name, Indexed>| {
        names += 1;
        Children::Visit
    };
    program.visit_each(each).expect("the tree is not too deep");
    count.0 + names
}

/// Counts nodes, but for names.
struct Count(u64);

impl Count {
    fn add(&mut self, count: u64) -> ControlFlow<(), Children> {
        self.0 += count;
        ControlFlow::Continue(Children::Visit)
    }
}

/// Implements a visitor with the same method for most types.
macro_rules! count {
    ($($enter:ident $T:ident)+) => {
        impl<'a> TreeVisit<'a, Indexed> for Count {
            type Break = ();

            fn enter_expr(&mut self, expr: Cursor<'a, '_, Expr, Indexed>) -> ControlFlow<(), Children> {
                let is_name = matches!(expr.view().case(), ExprView::Name(_) | ExprView::PrivateName(_));
                self.add(u64::from(!is_name))
            }

            fn enter_pattern(&mut self, pattern: Cursor<'a, '_, Pattern, Indexed>) -> ControlFlow<(), Children> {
                let is_other = matches!(
                    pattern.view().case(),
                    PatternView::Name(_) | PatternView::Hole | PatternView::Expression(_)
                );
                self.add(u64::from(!is_other))
            }

            $(fn $enter(&mut self, _: Cursor<'a, '_, tree::plain::$T, Indexed>) -> ControlFlow<(), Children> {
                self.add(1)
            })+
        }
    };
}

count! {
    enter_stmt Stmt
    enter_property Property
    enter_pattern_property PatternProperty
    enter_case Case
    enter_handler Handler
    enter_declarator Declarator
    enter_class Class
    enter_member Member
}

/// Changes every use of a text as a name to another one.
fn rename_owned(program: &mut Program, from: u32, to: u32) {
    lint::owned_mut::walk(program, &mut |name| {
        if name.text == from {
            name.text = to;
        }
    });
}

/// Does the same in packed bytes; returns the number of changes.
fn rename_packed_in_place(bytes: &mut [u8], from: u32, to: u32) -> u64 {
    let mut places = Vec::new();
    // SAFETY: the callers pass bytes of a program, in which only numbers of texts are changed.
    let program = unsafe { Packed::<Program, Indexed, _>::from_bytes_unchecked(&*bytes) };
    let start = bytes.as_ptr().addr();
    program
        .visit_each(|name: Cursor<'_, '_, Name, Indexed>| {
            let view = name.view();
            if view.fields().text == from {
                places.push(view.as_bytes().as_ptr().addr() - start + 4);
            }
            Children::Visit
        })
        .expect("the tree is not too deep");
    places.iter().for_each(|at| bytes[*at..at + 4].copy_from_slice(&to.to_le_bytes()));
    places.len() as u64
}

/// Does the same in the bytes of `rkyv`.
fn rename_rkyv_in_place(bytes: &mut [u8], from: u32, to: u32) -> u64 {
    let mut places = Vec::new();
    let start = bytes.as_ptr().addr();
    lint::archived::walk(archived(bytes), &mut |name| {
        if name.text == from {
            places.push((&raw const name.text).addr() - start);
        }
    });
    places.iter().for_each(|at| bytes[*at..at + 4].copy_from_slice(&to.to_le_bytes()));
    places.len() as u64
}

/// Returns a new packed tree, with another name.
fn renamed<L: Layout>(program: &Packed<Program, L>, from: u32, to: u32) -> Packed<Program, L> {
    program.rewrite(|rules| {
        rules.on::<Name>(move |name, needs, _| {
            let (start, fields) = name.fields().read();
            let (text, end) = fields.read();
            end.done(Name::write_name(needs, &start, if text == from { &to } else { &text }))
        })
    })
}
