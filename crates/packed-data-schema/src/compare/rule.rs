//! The rules of compatibility: every difference that a comparison reports, with its effect.

use super::Effect;

/// The layouts in which a rule applies.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Layouts {
    All,
    /// All layouts except those of CBOR.
    Native,
    Cbor,
}

/// Declares the rules, a line each: its name, its identifier, the layouts, the effect, and the meaning.
macro_rules! rules {
    ($($name:ident $id:literal $layouts:ident $effect:ident $meaning:literal)+) => {
        /// A rule of compatibility: what a [`Difference`](super::Difference) is an instance of.
        ///
        /// The book's page on schemas has a table of all rules. In their meanings, `{old}`, `{new}`, `{tag}` and
        /// `{error}` represent names and numbers of the two schemas.
        ///
        /// ```
        /// use packed_data_schema::{CompatibilityRule, Effect};
        ///
        /// let rule = CompatibilityRule::FieldName;
        /// assert_eq!((rule.id(), rule.layouts(), rule.effect()), ("field-name", "all", Effect::Fine));
        /// assert_eq!(rule.meaning(), "the field was called `{old}`: names are not in the bytes");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum CompatibilityRule {
            $(#[doc = concat!("`", $id, "`: ", $meaning, ".")] $name,)+
        }

        impl CompatibilityRule {
            /// All rules.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            const fn row(self) -> (&'static str, Layouts, Effect, &'static str) {
                match self {
                    $(Self::$name => ($id, Layouts::$layouts, Effect::$effect, $meaning),)+
                }
            }
        }
    };
}

rules! {
    NotInLayout "not-in-layout" All Broken "{error}"
    TooDifferent "too-different" All Broken "the schemas have too little in common to be compared any further"

    TypeName "type-name" All Fine "the type was called `{old}`: names are not in the bytes"
    TypeOther "type-other" All Broken "the type was {old} and is {new}: bytes are refused, or read as other values"
    AdapterNew "adapter-new" All Narrowed
        "the adapter was {old} and is {new}: values are read, unless the adapter refuses them, and may mean something else"
    AdapterGone "adapter-gone" All Fine "the adapter was {old} and is {new}: values are read, and may mean something else"
    ConditionNew "condition-new" All Narrowed "has a condition: values that do not satisfy it are refused"
    ConditionGone "condition-gone" All Fine "has no condition any more: all values are read"
    HeadNew "head-new" Native Broken
        "the type became extensible: a size is before its values now, bytes are refused or misread"
    HeadGone "head-gone" Native Broken
        "the type is not extensible any more: no size is before its values, bytes are refused or misread"

    NumberWidth "number-width" Native Broken
        "the number was {old} and is {new}, of another width: bytes are misread"
    NumberSign "number-sign" Native Broken
        "the number was {old} and is {new}: numbers that are not in the range of both are misread"
    NumberWider "number-wider" All Fine "the number was {old} and is {new}: all numbers are read"
    NumberZero "number-zero" All Narrowed "the number was {old} and is {new}: 0 is refused"
    NumberNarrower "number-narrower" Cbor Narrowed
        "the number was {old} and is {new}: numbers that it cannot hold are refused"

    ItemNew "item-new" Cbor Fine "an item of any kind: all of them are read"
    ItemGone "item-gone" Cbor Narrowed "was an item of any kind: those of other types are refused"
    CharToText "char-to-text" Cbor Fine "a character became a string: all of them are read"
    TextToChar "text-to-char" Cbor Narrowed "a string became a character: strings of other lengths are refused"
    ToBytes "to-bytes" Native Fine "the same bytes, as a sequence of bytes: all of them are read"
    FromBytes "from-bytes" Native Narrowed
        "was a sequence of bytes: those that are not a string, or item, are refused"
    TextOrItem "text-or-item" Native Narrowed "the same bytes, with other conditions: some are refused"

    ArrayLength "array-length" All Broken
        "the array had {old} elements and has {new}: bytes are refused or misread"
    ArrayToSequence "array-to-sequence" Cbor Fine "an array became a sequence: all of them are read"
    SequenceToArray "sequence-to-array" Cbor Narrowed
        "a sequence became an array: those without exactly {new} elements are refused"
    ArrayOrTuple "array-or-tuple" All Fine "an array became a tuple, or the reverse: the bytes are the same"
    ByteString "byte-string" Cbor Broken "a sequence of `u8` is a byte string, and no other is: bytes are refused"
    TableOfEnds "table-of-ends" Native Broken
        "the elements had one size and now vary in size, or the reverse: `Indexed` stores where they end only if they vary"
    SortedToSequence "sorted-to-sequence" All Fine "a set or map became a sequence: all of them are read"
    EqualElements "equal-elements" Cbor Narrowed
        "a sequence became a set or map: those in which elements are equal are refused"
    UnsortedElements "unsorted-elements" Native Narrowed
        "a sequence became a set or map: those that are not sorted are refused"

    StructOrTuple "struct-or-tuple" Native Fine "a tuple became a struct, or the reverse: the bytes are the same"
    StructToEnum "struct-to-enum" All Fine "a struct became the first constructor of an enum: all of them are read"
    EnumToStruct "enum-to-struct" All Narrowed
        "an enum became a struct: its first constructor is read, others are refused"
    OnlyConstructor "only-constructor" All Fine
        "an enum became a struct: its first constructor is read, others are refused"
    OptionalOrEnum "optional-or-enum" Cbor Broken
        "an optional value became an enum, or the reverse: bytes are refused or misread"
    TagWidth "tag-width" Native Broken
        "had {old} constructors and has {new}: the tag has another width, bytes are misread"
    ConstructorName "constructor-name" All Fine "the constructor was called `{old}`: names are not in the bytes"
    ConstructorMoved "constructor-moved" All Broken
        "the constructor with tag {tag} was `{old}`: values are refused, or read as another constructor"
    ConstructorNew "constructor-new" All Fine "the constructor is new: no old value has it"
    ConstructorGone "constructor-gone" All Narrowed "the constructor is gone: values of it are refused"
    ConstructorKept "constructor-kept" All Fine
        "the constructor is gone: values are kept as those of an unknown constructor"
    ConstructorAsItem "constructor-as-item" Native Broken
        "its tag is now that of the constructor for all others: values are refused or misread"
    OtherNew "other-new" All Fine "has a constructor for all others now: all values are read"
    OtherGone "other-gone" All Narrowed
        "had a constructor for all others: values of constructors that are not known are refused"
    OtherTagTaken "other-tag-taken" Native Broken
        "the constructor for all others had a tag that is now that of another one: bytes are misread"
    OtherTagMoved "other-tag-moved" Native Narrowed
        "the constructor for all others had another tag: values of it are refused"
    OtherAsItem "other-as-item" Native Broken
        "kept the constructors that are not known, and now reads an item: bytes are refused or misread"

    FieldName "field-name" All Fine "the field was called `{old}`: names are not in the bytes"
    FieldInserted "field-inserted" All Broken
        "the field is new, where `{old}` was: values are refused or misread"
    FieldInPlace "field-in-place" All Broken
        "it is where `{old}` was, which is gone: values are refused or misread"
    FieldSwapped "field-swapped" All Broken
        "its bytes were those of the field `{old}`: values change places, or are refused"
    FieldMoved "field-moved" All Broken "the field is in another place: values are refused or misread"
    FieldNew "field-new" Native Broken
        "the field is new: the bytes do not have it, and are refused or misread"
    FieldGone "field-gone" Native Broken "the field is gone, but not its bytes: they are refused or misread"
    FieldWithDefault "field-with-default" All Fine "the field is new; it gets its default"
    FieldWithoutDefault "field-without-default" All Broken
        "the field is new, and has no default: values are refused"
    FieldBetween "field-between" Native Broken
        "the field is new, and one after it is not: values are refused or misread"
    FieldSkipped "field-skipped" All Fine "the field is gone: what is there is skipped"
    FieldSized "field-sized" Native Broken
        "a size is before the field now, or not any more: bytes are refused or misread"
    DefaultNew "default-new" All Fine "has a default now: values may lack the field"
    DefaultGone "default-gone" All Narrowed
        "has no default any more: values without the field are refused"
    CborTagNew "cbor-tag-new" Cbor Broken "needs the CBOR tag {tag}, which is not written: refused"
    CborTagGone "cbor-tag-gone" Cbor Fine "does not need the CBOR tag {tag} any more"
}

impl CompatibilityRule {
    /// Returns the identifier of the rule, which does not change in later versions.
    pub const fn id(self) -> &'static str {
        self.row().0
    }

    /// Returns the layouts in which the rule applies: `all`, `native`, or `CBOR`.
    pub const fn layouts(self) -> &'static str {
        match self.row().1 {
            Layouts::All => "all",
            Layouts::Native => "native",
            Layouts::Cbor => "CBOR",
        }
    }

    /// Returns the effect of a difference of this kind.
    pub const fn effect(self) -> Effect {
        self.row().2
    }

    /// Returns the [meaning](super::Difference::meaning) of a difference of this kind, with the names of its parts in
    /// braces.
    pub const fn meaning(self) -> &'static str {
        self.row().3
    }

    /// Returns whether the rule applies in a layout of CBOR, or in a native one.
    pub(super) fn applies(self, is_cbor: bool) -> bool {
        match self.row().1 {
            Layouts::All => true,
            Layouts::Native => !is_cbor,
            Layouts::Cbor => is_cbor,
        }
    }
}
