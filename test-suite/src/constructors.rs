//! Enums of 1, 2, 255, 256 and 257 constructors. The constructors are numbered: first those without a field, then those
//! with a scalar, then those with two fields. (Most are without: each constructor with fields is compiled for each
//! layout and each way of reading, and half the time of the test suite's compilation was spent on them.)

use packed_data::Packable;

use crate::described::{Described, Source, as_a_whole};
use crate::reference::{Schema, SchemaFn, Value};

/// An enum whose constructors are numbered.
pub trait Numbered: Sized {
    /// Number of constructors.
    const COUNT: u32;

    /// Returns a value of the constructor with this number.
    ///
    /// # Panics
    ///
    /// If there is no constructor with this number.
    fn number(number: u32) -> Self;
}

/// Defines such an enum; each constructor is written as `name number`.
macro_rules! numbered {
    ($(#[$doc:meta])* $Enum:ident $count:literal: $($unit:ident $u:literal)*; $($one:ident $o:literal)*; $($two:ident $t:literal)*) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Packable)]
        #[allow(missing_docs)]
        pub enum $Enum {
            $($unit,)*
            $($one(u16),)*
            $($two(Option<u8>, Vec<u8>),)*
        }

        impl Numbered for $Enum {
            const COUNT: u32 = $count;

            fn number(number: u32) -> Self {
                match number {
                    $($u => Self::$unit,)*
                    $($o => Self::$one($o * 7),)*
                    $($t => Self::$two(Some(($t % 256) as u8), $t.to_string().into_bytes()),)*
                    _ => panic!("constructor {number} of {}", Self::COUNT),
                }
            }
        }

        impl Described for $Enum {
            fn schema() -> Schema {
                Schema::Cases(&[
                    $({ const _: u32 = $u; &[] },)*
                    $({ const _: u32 = $o; &[u16::schema as SchemaFn] },)*
                    $({ const _: u32 = $t; &[Option::<u8>::schema as SchemaFn, Vec::<u8>::schema as SchemaFn] },)*
                ])
            }

            fn generate(source: &mut Source<'_>) -> Option<Self> {
                Some(Self::number(source.below($count) as u32))
            }

            fn value(&self) -> Value {
                match self {
                    $(Self::$unit => Value::Case($u, vec![]),)*
                    $(Self::$one(number) => Value::Case($o, vec![number.value()]),)*
                    $(Self::$two(byte, text) => Value::Case($t, vec![byte.value(), text.value()]),)*
                }
            }

            as_a_whole!();
        }
    };
}

numbered! {
    /// One constructor.
    Single 1:
        ;
        ;
        T0 0
}

numbered! {
    /// Two constructors.
    Double 2:
        U0 0;
        ;
        T1 1
}

numbered! {
    /// One constructor less than a byte can number.
    Narrow 255:
        U0 0 U1 1 U2 2 U3 3 U4 4 U5 5 U6 6 U7 7 U8 8 U9 9 U10 10 U11 11 U12 12 U13 13 U14 14 U15 15 U16 16
        U17 17 U18 18 U19 19 U20 20 U21 21 U22 22 U23 23 U24 24 U25 25 U26 26 U27 27 U28 28 U29 29 U30 30 U31 31
        U32 32 U33 33 U34 34 U35 35 U36 36 U37 37 U38 38 U39 39 U40 40 U41 41 U42 42 U43 43 U44 44 U45 45 U46 46
        U47 47 U48 48 U49 49 U50 50 U51 51 U52 52 U53 53 U54 54 U55 55 U56 56 U57 57 U58 58 U59 59 U60 60 U61 61
        U62 62 U63 63 U64 64 U65 65 U66 66 U67 67 U68 68 U69 69 U70 70 U71 71 U72 72 U73 73 U74 74 U75 75 U76 76
        U77 77 U78 78 U79 79 U80 80 U81 81 U82 82 U83 83 U84 84 U85 85 U86 86 U87 87 U88 88 U89 89 U90 90 U91 91
        U92 92 U93 93 U94 94 U95 95 U96 96 U97 97 U98 98 U99 99 U100 100 U101 101 U102 102 U103 103 U104 104
        U105 105 U106 106 U107 107 U108 108 U109 109 U110 110 U111 111 U112 112 U113 113 U114 114 U115 115
        U116 116 U117 117 U118 118 U119 119 U120 120 U121 121 U122 122 U123 123 U124 124 U125 125 U126 126
        U127 127 U128 128 U129 129 U130 130 U131 131 U132 132 U133 133 U134 134 U135 135 U136 136 U137 137
        U138 138 U139 139 U140 140 U141 141 U142 142 U143 143 U144 144 U145 145 U146 146 U147 147 U148 148
        U149 149 U150 150 U151 151 U152 152 U153 153 U154 154 U155 155 U156 156 U157 157 U158 158 U159 159
        U160 160 U161 161 U162 162 U163 163 U164 164 U165 165 U166 166 U167 167 U168 168 U169 169 U170 170
        U171 171 U172 172 U173 173 U174 174 U175 175 U176 176 U177 177 U178 178 U179 179 U180 180 U181 181
        U182 182 U183 183 U184 184 U185 185 U186 186 U187 187 U188 188 U189 189 U190 190 U191 191 U192 192
        U193 193 U194 194 U195 195 U196 196 U197 197 U198 198 U199 199 U200 200 U201 201 U202 202 U203 203
        U204 204 U205 205 U206 206 U207 207 U208 208 U209 209 U210 210 U211 211 U212 212 U213 213 U214 214
        U215 215 U216 216 U217 217 U218 218 U219 219 U220 220 U221 221 U222 222 U223 223 U224 224 U225 225
        U226 226 U227 227 U228 228 U229 229 U230 230;
        O231 231 O232 232 O233 233 O234 234 O235 235 O236 236 O237 237 O238 238 O239 239 O240 240 O241 241
        O242 242 O243 243 O244 244 O245 245 O246 246;
        T247 247 T248 248 T249 249 T250 250 T251 251 T252 252 T253 253 T254 254
}

numbered! {
    /// As many constructors as a byte can number.
    Full 256:
        U0 0 U1 1 U2 2 U3 3 U4 4 U5 5 U6 6 U7 7 U8 8 U9 9 U10 10 U11 11 U12 12 U13 13 U14 14 U15 15 U16 16
        U17 17 U18 18 U19 19 U20 20 U21 21 U22 22 U23 23 U24 24 U25 25 U26 26 U27 27 U28 28 U29 29 U30 30 U31 31
        U32 32 U33 33 U34 34 U35 35 U36 36 U37 37 U38 38 U39 39 U40 40 U41 41 U42 42 U43 43 U44 44 U45 45 U46 46
        U47 47 U48 48 U49 49 U50 50 U51 51 U52 52 U53 53 U54 54 U55 55 U56 56 U57 57 U58 58 U59 59 U60 60 U61 61
        U62 62 U63 63 U64 64 U65 65 U66 66 U67 67 U68 68 U69 69 U70 70 U71 71 U72 72 U73 73 U74 74 U75 75 U76 76
        U77 77 U78 78 U79 79 U80 80 U81 81 U82 82 U83 83 U84 84 U85 85 U86 86 U87 87 U88 88 U89 89 U90 90 U91 91
        U92 92 U93 93 U94 94 U95 95 U96 96 U97 97 U98 98 U99 99 U100 100 U101 101 U102 102 U103 103 U104 104
        U105 105 U106 106 U107 107 U108 108 U109 109 U110 110 U111 111 U112 112 U113 113 U114 114 U115 115
        U116 116 U117 117 U118 118 U119 119 U120 120 U121 121 U122 122 U123 123 U124 124 U125 125 U126 126
        U127 127 U128 128 U129 129 U130 130 U131 131 U132 132 U133 133 U134 134 U135 135 U136 136 U137 137
        U138 138 U139 139 U140 140 U141 141 U142 142 U143 143 U144 144 U145 145 U146 146 U147 147 U148 148
        U149 149 U150 150 U151 151 U152 152 U153 153 U154 154 U155 155 U156 156 U157 157 U158 158 U159 159
        U160 160 U161 161 U162 162 U163 163 U164 164 U165 165 U166 166 U167 167 U168 168 U169 169 U170 170
        U171 171 U172 172 U173 173 U174 174 U175 175 U176 176 U177 177 U178 178 U179 179 U180 180 U181 181
        U182 182 U183 183 U184 184 U185 185 U186 186 U187 187 U188 188 U189 189 U190 190 U191 191 U192 192
        U193 193 U194 194 U195 195 U196 196 U197 197 U198 198 U199 199 U200 200 U201 201 U202 202 U203 203
        U204 204 U205 205 U206 206 U207 207 U208 208 U209 209 U210 210 U211 211 U212 212 U213 213 U214 214
        U215 215 U216 216 U217 217 U218 218 U219 219 U220 220 U221 221 U222 222 U223 223 U224 224 U225 225
        U226 226 U227 227 U228 228 U229 229 U230 230 U231 231;
        O232 232 O233 233 O234 234 O235 235 O236 236 O237 237 O238 238 O239 239 O240 240 O241 241 O242 242
        O243 243 O244 244 O245 245 O246 246 O247 247;
        T248 248 T249 249 T250 250 T251 251 T252 252 T253 253 T254 254 T255 255
}

numbered! {
    /// One constructor more than a byte can number.
    Wide 257:
        U0 0 U1 1 U2 2 U3 3 U4 4 U5 5 U6 6 U7 7 U8 8 U9 9 U10 10 U11 11 U12 12 U13 13 U14 14 U15 15 U16 16
        U17 17 U18 18 U19 19 U20 20 U21 21 U22 22 U23 23 U24 24 U25 25 U26 26 U27 27 U28 28 U29 29 U30 30 U31 31
        U32 32 U33 33 U34 34 U35 35 U36 36 U37 37 U38 38 U39 39 U40 40 U41 41 U42 42 U43 43 U44 44 U45 45 U46 46
        U47 47 U48 48 U49 49 U50 50 U51 51 U52 52 U53 53 U54 54 U55 55 U56 56 U57 57 U58 58 U59 59 U60 60 U61 61
        U62 62 U63 63 U64 64 U65 65 U66 66 U67 67 U68 68 U69 69 U70 70 U71 71 U72 72 U73 73 U74 74 U75 75 U76 76
        U77 77 U78 78 U79 79 U80 80 U81 81 U82 82 U83 83 U84 84 U85 85 U86 86 U87 87 U88 88 U89 89 U90 90 U91 91
        U92 92 U93 93 U94 94 U95 95 U96 96 U97 97 U98 98 U99 99 U100 100 U101 101 U102 102 U103 103 U104 104
        U105 105 U106 106 U107 107 U108 108 U109 109 U110 110 U111 111 U112 112 U113 113 U114 114 U115 115
        U116 116 U117 117 U118 118 U119 119 U120 120 U121 121 U122 122 U123 123 U124 124 U125 125 U126 126
        U127 127 U128 128 U129 129 U130 130 U131 131 U132 132 U133 133 U134 134 U135 135 U136 136 U137 137
        U138 138 U139 139 U140 140 U141 141 U142 142 U143 143 U144 144 U145 145 U146 146 U147 147 U148 148
        U149 149 U150 150 U151 151 U152 152 U153 153 U154 154 U155 155 U156 156 U157 157 U158 158 U159 159
        U160 160 U161 161 U162 162 U163 163 U164 164 U165 165 U166 166 U167 167 U168 168 U169 169 U170 170
        U171 171 U172 172 U173 173 U174 174 U175 175 U176 176 U177 177 U178 178 U179 179 U180 180 U181 181
        U182 182 U183 183 U184 184 U185 185 U186 186 U187 187 U188 188 U189 189 U190 190 U191 191 U192 192
        U193 193 U194 194 U195 195 U196 196 U197 197 U198 198 U199 199 U200 200 U201 201 U202 202 U203 203
        U204 204 U205 205 U206 206 U207 207 U208 208 U209 209 U210 210 U211 211 U212 212 U213 213 U214 214
        U215 215 U216 216 U217 217 U218 218 U219 219 U220 220 U221 221 U222 222 U223 223 U224 224 U225 225
        U226 226 U227 227 U228 228 U229 229 U230 230 U231 231;
        O232 232 O233 233 O234 234 O235 235 O236 236 O237 237 O238 238 O239 239 O240 240 O241 241 O242 242
        O243 243 O244 244 O245 245 O246 246 O247 247;
        T248 248 T249 249 T250 250 T251 251 T252 252 T253 253 T254 254 T255 255 T256 256
}
