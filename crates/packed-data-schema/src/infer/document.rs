//! A JSON document of any form as an enum: the type for values that no other type has.

use super::lines::Lines;
use crate::schema::{Schema, Type};

/// Returns the schema of a JSON document of any form: the JSON enum with a constructor for each kind of value.
/// Inference takes it where no other type fits.
///
/// ```
/// use packed_data::Limits;
/// use packed_data_schema::LayoutId;
/// use packed_data_schema::infer::document;
///
/// let codec = document().into_codec(LayoutId::Compact)?;
/// let bytes = codec.from_json(br#"[1, {"a": null}]"#, &Limits::DEFAULT)?;
/// assert_eq!(serde_json::to_string(&codec.read(&bytes, &Limits::DEFAULT)?)?, r#"[1,{"a":null}]"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn document() -> Schema {
    let mut lines = Lines::new();
    let root = lines.document();
    match lines.text(root).0.parse() {
        Ok(schema) => schema,
        Err(error) => unreachable!("the text is that of a schema: {error}"),
    }
}

/// Returns whether a schema is that of [documents](document).
pub fn is_document(of: &Schema) -> bool {
    matches!(of.root(), Type::Enum(root) if root.name == "Json") && *of == document()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_schema_of_documents_is_that_of_an_enum() {
        let text = super::document().to_string();
        assert_eq!(
            text,
            "packed-data schema 1\n\
             enum 4:Json 8 4:Null 0 4:Bool 1 1:0 #1 3:Int 1 1:0 #2 8:Unsigned 1 1:0 #3 5:Float 1 1:0 #4 \
             6:String 1 1:0 #5 5:Array 1 1:0 #6 6:Object 1 1:0 #7\n\
             bool\ni64\nu64\nf64\nstr\nsequence #0\nsorted #8\nentry 3:Map 2 3:key #5 5:value #0\n",
        );
        assert!(super::is_document(&super::document()));
    }
}
