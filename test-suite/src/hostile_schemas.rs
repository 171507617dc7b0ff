//! Schemas as an attacker writes them: families of texts, each of any size, and types around them.

/// The first line of every text.
pub const VERSION: &str = "packed-data schema 1\n";

/// The name of a family, and a function that makes the lines of one of its schemas: of about that number of bytes, with
/// names that begin with that letter.
pub type Family = (&'static str, fn(usize, char) -> String);

/// All families.
pub const FAMILIES: &[Family] = &[
    ("chain of adapters", |size, _| chain(size, "with 0: #N") + "u8\n"),
    ("chain of named adapters", |size, name| chain(size, &format!("with 9:{name}dapter!! #N")) + "str\n"),
    ("chain of newtypes", |size, name| chain(size, &format!("struct 1:{name} 1 1:0 #N")) + "u8\n"),
    ("chain of newtypes of a bool", |size, name| chain(size, &format!("struct 1:{name} 1 1:0 #N")) + "bool\n"),
    ("chain of newtypes of a unit", |size, name| chain(size, &format!("struct 1:{name} 1 1:0 #N")) + UNIT),
    ("chain of structs", |size, name| chain(size, &format!("struct 1:{name} 1 1:{name} #N")) + "bool\n"),
    ("chain of sequences", |size, _| chain(size, "sequence #N") + "u8\n"),
    ("chain of sets", |size, _| chain(size, "sorted #N") + "u8\n"),
    ("chain of options", |size, _| chain(size, &option("#N")) + "u8\n"),
    ("chain of options of newtypes", |size, name| pairs(size, &option("#N"), &format!("struct 1:{name} 1 1:0 #N"))),
    ("chain of enums of one constructor", |size, name| {
        chain(size, &format!("enum 1:{name} 1 1:{name} 1 1:0 #N")) + UNIT
    }),
    ("chain of extensible structs", |size, name| {
        chain(size, &format!("struct 1:{name} extensible 1 default 1:{name} #N")) + "u8\n"
    }),
    ("chain of arrays of one", |size, _| chain(size, "array 1 #N") + "bool\n"),
    ("chain of sequences and adapters", |size, _| pairs(size, "sequence #N", "with 1:a #N")),
    ("doubling tuples of a unit", |size, _| chain(size, "tuple 0: 2 1:0 #N 1:1 #N") + UNIT),
    ("twelve doubling tuples", |_, _| chain(12 * 28, "tuple 0: 2 1:0 #N 1:1 #N") + UNIT),
    ("doubling tuples of a byte", |size, _| chain(size.min(900), "tuple 0: 2 1:0 #N 1:1 #N") + "u8\n"),
    ("doubling arrays", |size, _| chain(size, "array 2 #N") + UNIT),
    ("twelve doubling arrays", |_, _| chain(12 * 12, "array 2 #N") + UNIT),
    ("doubling enums", |size, name| chain(size, &format!("enum 1:{name} 1 1:{name} 2 1:0 #N 1:1 #N")) + UNIT),
    ("an array of many arrays", |_, _| "array 60 #1\narray 60 #2\ntuple 0: 0\n".into()),
    ("many fields", |size, name| structure(size, name, "struct", "", "#1") + "u8\n"),
    ("many fields without bytes", |size, name| structure(size, name, "struct", "", "#1") + UNIT),
    ("many fields that vary", |size, name| structure(size, name, "struct", "", "#1") + "str\n"),
    ("many fields that may be absent", |size, name| {
        structure(size, name, "struct", " extensible", "#1")
            .replace(&format!(" 7:{name}"), &format!(" default 7:{name}"))
            + "u8\n"
    }),
    ("many texts that may be absent", |size, name| {
        structure(size, name, "struct", " extensible", "#1")
            .replace(&format!(" 7:{name}"), &format!(" default 7:{name}"))
            + "str\n"
    }),
    ("many units that may be absent", |size, name| {
        structure(size, name, "struct", " extensible", "#1")
            .replace(&format!(" 7:{name}"), &format!(" default 7:{name}"))
            + UNIT
    }),
    ("many fields of a type with a long name", |size, name| {
        let long = name.to_string().repeat(size / 2);
        structure(size / 2, name, "struct", "", "#1") + &format!("struct {}:{long} 1 1:0 #2\nu8\n", long.len())
    }),
    ("a long name around many fields", |size, name| {
        let long = format!("{}:{}", size / 2, name.to_string().repeat(size / 2));
        structure(size / 2, name, "struct", "", "#1").replacen("1:S", &long, 1) + "u8\n"
    }),
    ("a long name of a field", |size, name| {
        format!("struct 1:S 2 {size}:{} #1 1:z #1\nu8\n", name.to_string().repeat(size))
    }),
    ("many fields of one chain", |size, name| {
        structure(size / 2, name, "struct", "", "#1") + &moved(&(chain(size / 2, "with 0: #N") + "u8\n"), 1)
    }),
    ("many fields of one chain of newtypes", |size, name| {
        structure(size / 2, name, "struct", "", "#1")
            + &moved(&(chain(size / 2, &format!("struct 1:{name} 1 1:0 #N")) + "u8\n"), 1)
    }),
    ("many options of one chain", |size, name| {
        let count = (size / 2 / 70).max(1);
        let fields: String = (1..=count).map(|field| format!(" 7:{name}{field:06} #{field}")).collect();
        let options = (option(&format!("#{}", count + 1)) + "\n").repeat(count);
        let chain = chain(size / 2, &format!("struct 1:{name} 1 1:0 #N"));
        format!("struct 1:S {count}{fields}\n{options}{}", moved(&(chain + "u8\n"), count + 1))
    }),
    ("many constructors", |size, name| structure(size, name, "enum", "", "0")),
    ("many constructors with fields", |size, name| structure(size, name, "enum", "", "1 1:0 #1") + "str\n"),
    ("a long constructor among short ones", |size, name| {
        let fields: String = (0..size / 26).map(|field| format!(" 7:{name}{field:06} #1")).collect();
        let short: String = (0..size / 26).map(|number| format!(" 7:{name}{number:06} 1 1:0 #1")).collect();
        format!("enum 1:E {} 4:Long {}{fields}{short}\nu8\n", 1 + size / 26, size / 26)
    }),
    ("many types of one name", |size, name| {
        let count = size / 30;
        let fields: String = (0..count).map(|field| format!(" 7:{name}{field:06} #{}", field + 1)).collect();
        format!("struct 1:{name} {count}{fields}\n") + &format!("struct 1:{name} 0\n").repeat(count)
    }),
    ("deep generics", |size, _| pairs(size, &option("#N"), "sequence #N")),
    ("deep results", |size, _| chain(size, "enum 6:Result 2 2:Ok 1 bare 1:0 #N 3:Err 1 bare 1:0 #N") + "u8\n"),
    ("maps of maps", |size, _| pairs(size, "sorted #N", "entry 3:Map 2 3:key #N 5:value #N")),
    ("a circle of sequences", |size, _| circle(size, "sequence #N")),
    ("a circle of structs", |size, name| {
        circle(size, &format!("enum 1:{name} 2 1:{name} 0 1:z 3 1:a #N 1:b #N 1:c #N"))
    }),
];

/// The line of `()`.
const UNIT: &str = "tuple 0: 0\n";

/// Types around another one, which is the last line that they mention; and how many lines they are.
pub const AROUND: &[(&str, usize)] = &[
    ("", 0),
    ("sequence #1\n", 1),
    ("sequence #1\narray 1000 #2\n", 2),
    ("sequence #1\ntuple 0: 2 1:0 #2 1:1 #3\nbool\n", 3),
    ("sequence #1\ntuple 0: 2 1:0 #2 1:1 #3\nstr\n", 3),
    ("struct 1:E extensible 2 1:a #1 default 1:b #2\nu8\n", 2),
    ("sequence #1\nstruct 1:E extensible 2 1:a #2 default 1:b #3\nu8\n", 3),
    ("sequence #1\nenum 1:E 2 1:A 0 1:B 1 1:0 #2\n", 2),
    ("sequence #1\nenum 1:E 1 1:B 1 1:0 #2\n", 2),
    ("sequence #1\nenum 1:E extensible 2 1:A 0 1:B 1 default 1:0 #2\n", 2),
    ("sorted #1\nentry 3:Map 2 3:key #2 5:value #3\nu8\n", 3),
    ("sorted #1\nentry 3:Map 2 3:key #2 5:value #3\nstr\n", 3),
    ("sorted #1\nentry 3:Map 2 3:key #2 5:value #2\n", 2),
    ("sorted #1\n", 1),
    ("with 1:W #1\nsequence #2\n", 2),
    ("sequence #1\nsequence #2\n", 2),
];

/// Returns a whole text: a type of a family within another one.
pub fn text((outer, lines): (&str, usize), family: &str) -> String {
    format!("{VERSION}{outer}{}", moved(family, lines))
}

/// Returns an optional value.
fn option(inner: &str) -> String {
    format!("optional 6:Option 2 4:None 0 4:Some 1 bare 1:0 {inner}")
}

/// Returns lines of `size` bytes, in each of which `#N` is the next one.
pub fn chain(size: usize, line: &str) -> String {
    (1..=(size / (line.len() + 4)).max(1)).map(|next| line.replace("#N", &format!("#{next}")) + "\n").collect()
}

/// Returns two kinds of lines in turns, and a last one.
fn pairs(size: usize, one: &str, other: &str) -> String {
    let lines = (size / (one.len() + other.len() + 8)).max(1) * 2;
    let line = |next: usize| if next % 2 == 1 { one } else { other }.replace("#N", &format!("#{next}")) + "\n";
    (1..=lines).map(line).collect::<String>() + "u8\n"
}

/// Returns lines of which the last one mentions the first.
fn circle(size: usize, line: &str) -> String {
    let lines = (size / (line.len() + 4)).max(2);
    (1..=lines).map(|next| line.replace("#N", &format!("#{}", next % lines)) + "\n").collect()
}

/// Returns a struct or enum with as many fields or constructors as fit into `size` bytes.
fn structure(size: usize, name: char, kind: &str, marks: &str, part: &str) -> String {
    let count = (size / (11 + part.len())).max(1);
    let parts: String = (0..count).map(|index| format!(" 7:{name}{index:06} {part}")).collect();
    format!("{kind} 1:S{marks} {count}{parts}\n")
}

/// Returns the same lines with each number greater by `by`.
pub fn moved(lines: &str, by: usize) -> String {
    let mut pieces = lines.split('#');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let end = piece.find(|char: char| !char.is_ascii_digit()).unwrap_or(piece.len());
        let (number, rest) = piece.split_at(end);
        let number: usize = number.parse().unwrap_or(0);
        out += &format!("#{}{rest}", number + by);
    }
    out
}

/// Returns bytes that may be values of such types, `len` at most: all of one kind, or counts before them.
pub fn values(len: usize) -> Vec<Vec<u8>> {
    let mut values = vec![vec![], vec![0; 8], vec![1; 8], vec![0; len], vec![1; len]];
    for count in [9, 200_u8.min(u8::try_from(len).unwrap_or(200))] {
        values.push([&[count][..], &vec![0; count.into()]].concat());
        values.push([&[count][..], &[1, 0].repeat(count.into())].concat());
        values.push([&[count][..], &[0, 1].repeat(count.into())].concat());
        values.push([&[count][..], &[1, 2].repeat(count.into())].concat());
        values.push([&[0, 0, 0, 0, 0, 0, 0, count][..], &vec![0; count.into()]].concat());
        values.push([&[count, 0, 0, 0, 0, 0, 0, 0][..], &vec![0; count.into()]].concat());
        values.push([&vec![1; count.into()][..], &[0]].concat());
    }
    let many = u16::try_from(len.saturating_sub(3)).unwrap_or(u16::MAX);
    values.push([&[0xFC][..], &many.to_le_bytes()].concat());
    for byte in [0, 1] {
        values.push([&[0xFC][..], &many.to_le_bytes(), &vec![byte; many.into()]].concat());
        values.push([&[0xFC][..], &(many / 2).to_le_bytes(), &vec![byte; many.into()]].concat());
    }
    // A table of ends in which each element has a byte, as `Indexed` writes it.
    let table = (1..=60).flat_map(|end: u8| [end]).collect::<Vec<_>>();
    values.push([&[240][..], &table, &[0; 60]].concat());
    values.push([&[0x9F][..], &[0x80].repeat(len / 2), &[0xFF]].concat());
    values.push([&[0x9F][..], &[0x81, 0].repeat(len / 2), &[0xFF]].concat());
    values.push([&[0x9F][..], &[0x00].repeat(len / 2), &[0xFF]].concat());
    values.push([&[0xFD][..], &u32::MAX.to_le_bytes()].concat());
    values
}
