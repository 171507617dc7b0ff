//! The sixty types as source code, with the derives of one library, and a program that uses its functions on the roots.

use std::fmt::Write;

use super::types::{Body, Declared, ROOTS, Type, Variant};

/// The box that `wincode` needs in a type that contains itself.
const LINK: &str = include_str!("../link.rs");

/// A library, in the way in which the program uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Library {
    /// A program without types: what cargo, the standard library and linking cost.
    Nothing,
    /// `packed-data`, in the layouts of these names.
    Packed(&'static [&'static str]),
    Serde,
    Rkyv,
    Wincode,
}

impl Library {
    /// Returns the name of the contestant, and its layouts.
    pub(crate) const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Nothing => ("nothing", ""),
            Self::Packed([layout]) => ("packed-data", layout),
            Self::Packed(_) => ("packed-data", "both"),
            Self::Serde => ("serde-postcard", ""),
            Self::Rkyv => ("rkyv", ""),
            Self::Wincode => ("wincode", ""),
        }
    }

    pub(crate) const fn is_packed(self) -> bool {
        matches!(self, Self::Packed(_))
    }

    /// Returns its dependencies, as lines of a manifest. `root` is the root of the repository.
    pub(crate) fn dependencies(self, root: &str) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Packed(_) => format!("packed-data = {{ path = \"{root}/crates/packed-data\" }}\n"),
            Self::Serde => "serde = { version = \"1\", features = [\"derive\"] }\n\
                postcard = { version = \"1\", default-features = false, features = [\"use-std\"] }\n"
                .to_owned(),
            Self::Rkyv => "rkyv = \"0.8\"\n".to_owned(),
            Self::Wincode => "wincode = { version = \"0.6\", features = [\"derive\"] }\n".to_owned(),
        }
    }

    /// Returns the attributes of a type.
    fn attributes(self, one: &Declared) -> &'static str {
        match (self, one.is_recursive) {
            (Self::Nothing, _) => "",
            (Self::Packed(_), _) => "#[derive(packed_data::Packable)]\n",
            (Self::Serde, _) => "#[derive(serde::Serialize, serde::Deserialize)]\n",
            (Self::Rkyv, false) => "#[derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize)]\n",
            (Self::Rkyv, true) => {
                "#[derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize)]\n\
                #[rkyv(serialize_bounds(__S: rkyv::ser::Writer + rkyv::ser::Allocator, __S::Error: rkyv::rancor::Source))]\n\
                #[rkyv(deserialize_bounds(__D::Error: rkyv::rancor::Source))]\n\
                #[rkyv(bytecheck(bounds(__C: rkyv::validation::ArchiveContext, __C::Error: rkyv::rancor::Source)))]\n"
            }
            (Self::Wincode, _) => "#[derive(wincode::SchemaWrite, wincode::SchemaRead)]\n",
        }
    }

    /// Returns the attributes of a field.
    fn field_attributes(self, ty: &Type) -> String {
        match (self, ty) {
            (Self::Rkyv, ty) if ty.is_recursive() => "#[rkyv(omit_bounds)] ".to_owned(),
            (Self::Wincode, Type::Boxed(of)) if of.is_recursive() => {
                format!("#[wincode(with = \"link::Link<{}>\")] ", of.rust())
            }
            _ => String::new(),
        }
    }

    /// Returns the body of the function that reads and writes a root: it checks the bytes, makes a value of them, and
    /// returns the bytes of that value. Libraries with access in place also read the field `first`, in place.
    fn body(self, root: &str, first: &str) -> String {
        match self {
            Self::Nothing | Self::Packed([]) => String::new(),
            Self::Packed(["Indexed"]) => format!(
                "let packed = packed_data::Packed::<{root}, packed_data::Indexed, _>::from_bytes(bytes)?;\n\
                std::hint::black_box(packed.view().fields().{first});\n\
                let value: {root} = packed.unpack()?;\n\
                Ok(packed_data::Packed::<{root}, packed_data::Indexed>::pack(&value).into_inner())"
            ),
            Self::Packed([layout, ..]) => format!(
                "let packed = packed_data::Packed::<{root}, packed_data::{layout}, _>::from_bytes(bytes)?;\n\
                let value: {root} = packed.unpack()?;\n\
                Ok(packed_data::Packed::<{root}, packed_data::{layout}>::pack(&value).into_inner())"
            ),
            Self::Serde => format!(
                "let value: {root} = postcard::from_bytes(bytes)?;\n\
                Ok(postcard::to_allocvec(&value)?)"
            ),
            Self::Rkyv => format!(
                "let archived = rkyv::access::<Archived{root}, rkyv::rancor::Error>(bytes)?;\n\
                std::hint::black_box(&archived.{first});\n\
                let value = rkyv::deserialize::<{root}, rkyv::rancor::Error>(archived)?;\n\
                Ok(rkyv::to_bytes::<rkyv::rancor::Error>(&value)?.into_vec())"
            ),
            Self::Wincode => format!(
                "let value: {root} = wincode::deserialize(bytes)?;\n\
                Ok(wincode::serialize(&value)?)"
            ),
        }
    }
}

/// Returns the program: it reads bytes of the root with the number that is its argument, and writes them.
pub(crate) fn program(library: Library, types: &[Declared]) -> String {
    let mut text = String::from(
        "//! Generated.\n#![allow(dead_code, unused_imports)]\n\nuse std::collections::BTreeMap;\nuse std::error::Error;\nuse std::io::{Read, Write};\n\n\
        type Bytes = Result<Vec<u8>, Box<dyn Error>>;\n",
    );
    let roots = if library == Library::Nothing { &[] } else { &types[types.len() - ROOTS..] };
    if library != Library::Nothing {
        if library == Library::Wincode {
            _ = write!(text, "\nmod link {{\n{LINK}}}\n");
        }
        for one in types {
            declare(&mut text, library, one, "");
        }
    }
    for one in roots {
        let Body::Struct(fields) = &one.body else { continue };
        let body = library.body(one.name, fields[0].0);
        _ = write!(text, "\n#[inline(never)]\nfn {}(bytes: &[u8]) -> Bytes {{\n{body}\n}}\n", one.name.to_lowercase());
    }
    text += "\nfn main() -> Result<(), Box<dyn Error>> {\n\
        let root = std::env::args().nth(1).unwrap_or_default();\n\
        let mut bytes = Vec::new();\n\
        std::io::stdin().read_to_end(&mut bytes)?;\n\
        let bytes: Bytes = match root.as_str() {\n";
    for one in roots {
        let name = one.name.to_lowercase();
        _ = writeln!(text, "\"{name}\" => {name}(&bytes),");
    }
    text += "_ => Err(\"no such type\".into()),\n};\n\
        Ok(std::io::stdout().write_all(&bytes?)?)\n}\n";
    text
}

/// Declares a type, with `more` attributes than those that each type has.
pub(crate) fn declare(text: &mut String, library: Library, one: &Declared, more: &str) {
    let parameters = ["", "<A>", "<A, B>"][one.parameters];
    let named = |fields: &[(&str, Type)], visibility: &str| -> String {
        let line = |(name, ty): &(&str, Type)| {
            format!("    {}{visibility}{name}: {},\n", library.field_attributes(ty), ty.rust())
        };
        fields.iter().map(line).collect()
    };
    let attributes = library.attributes(one);
    match &one.body {
        Body::Struct(fields) => {
            let fields = named(fields, "pub ");
            _ = write!(text, "\n{attributes}{more}pub struct {}{parameters} {{\n{fields}}}\n", one.name);
        }
        Body::Enum(variants) => {
            _ = write!(text, "\n{attributes}{more}pub enum {}{parameters} {{\n", one.name);
            for (name, variant) in variants {
                match variant {
                    Variant::Unit => _ = writeln!(text, "    {name},"),
                    Variant::Tuple(types) => {
                        let types: Vec<String> =
                            types.iter().map(|ty| format!("{}{}", library.field_attributes(ty), ty.rust())).collect();
                        _ = writeln!(text, "    {name}({}),", types.join(", "));
                    }
                    Variant::Named(fields) => _ = writeln!(text, "    {name} {{\n{}    }},", named(fields, "")),
                }
            }
            text.push_str("}\n");
        }
    }
}
