//! Enums of 1, 2, 255, 256 and 257 constructors, numbered: first those without a field, then those with a
//! scalar, then those with two fields.

use packed_data::{Cursor, Done, Edit, Filled, Layout, Levels, Limits, Needs, Packable};

use crate::described::{Described, Script, Source};
use crate::reference::{Of, Schema, Value};

/// An enum that knows its constructors by number.
pub trait Numbered: Sized {
    /// How many there are.
    const COUNT: u32;

    /// The constructor of a number.
    ///
    /// # Panics
    ///
    /// There is none.
    fn number(number: u32) -> Self;
}

/// Defines such an enum: the constructors are told as `name number`.
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
                    $({ const _: u32 = $o; &[u16::schema as Of] },)*
                    $({ const _: u32 = $t; &[Option::<u8>::schema as Of, Vec::<u8>::schema as Of] },)*
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

            fn read<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Value, L> {
                let done = cursor.unpack::<Self>(Levels::new(Limits::DEFAULT.depth));
                done.expect("within the limit on levels").map(|value| value.value())
            }

            fn build_parts<'id, L: Layout>(&self, needs: Needs<'id, Self, L>, _: &mut Script<'_>) -> Filled<'id> {
                needs.put(self)
            }

            fn change_parts(&self, _: &mut Script<'_>) -> Self {
                self.clone()
            }

            fn transform_parts<'i, 'o, L: Layout>(
                cursor: Cursor<'_, 'i, Self, L>,
                needs: Needs<'o, Self, L>,
                _: &mut Script<'_>,
            ) -> Done<'i, Filled<'o>, L> {
                cursor.copy_to(needs)
            }

            fn overwrite(&mut self, _: &mut Script<'_>) {}

            fn edit<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, Edit<L>>, _: &mut Script<'_>) -> Done<'id, (), Edit<L>> {
                cursor.skip()
            }
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
    /// One less than a byte can number.
    Narrow 255:
        U0 0 U1 1 U2 2 U3 3 U4 4 U5 5 U6 6 U7 7 U8 8 U9 9 U10 10 U11 11 U12 12 U13 13 U14 14 U15 15 U16 16 U17 17
        U18 18 U19 19 U20 20 U21 21 U22 22 U23 23 U24 24 U25 25 U26 26 U27 27 U28 28 U29 29 U30 30 U31 31 U32 32
        U33 33 U34 34 U35 35 U36 36 U37 37 U38 38 U39 39 U40 40 U41 41 U42 42 U43 43 U44 44 U45 45 U46 46 U47 47
        U48 48 U49 49 U50 50 U51 51 U52 52 U53 53 U54 54 U55 55 U56 56 U57 57 U58 58 U59 59 U60 60 U61 61 U62 62
        U63 63 U64 64 U65 65 U66 66 U67 67 U68 68 U69 69 U70 70 U71 71 U72 72 U73 73 U74 74 U75 75 U76 76 U77 77
        U78 78 U79 79 U80 80 U81 81 U82 82 U83 83 U84 84 U85 85 U86 86 U87 87 U88 88 U89 89 U90 90 U91 91 U92 92
        U93 93 U94 94 U95 95 U96 96 U97 97 U98 98 U99 99 U100 100 U101 101 U102 102 U103 103 U104 104 U105 105
        U106 106 U107 107 U108 108 U109 109 U110 110 U111 111 U112 112 U113 113 U114 114 U115 115 U116 116 U117 117
        U118 118 U119 119 U120 120 U121 121 U122 122 U123 123 U124 124 U125 125 U126 126;
        O127 127 O128 128 O129 129 O130 130 O131 131 O132 132 O133 133 O134 134 O135 135 O136 136 O137 137 O138 138
        O139 139 O140 140 O141 141 O142 142 O143 143 O144 144 O145 145 O146 146 O147 147 O148 148 O149 149 O150 150
        O151 151 O152 152 O153 153 O154 154 O155 155 O156 156 O157 157 O158 158 O159 159 O160 160 O161 161 O162 162
        O163 163 O164 164 O165 165 O166 166 O167 167 O168 168 O169 169 O170 170 O171 171 O172 172 O173 173 O174 174
        O175 175 O176 176 O177 177 O178 178 O179 179 O180 180 O181 181 O182 182 O183 183 O184 184 O185 185 O186 186
        O187 187 O188 188 O189 189;
        T190 190 T191 191 T192 192 T193 193 T194 194 T195 195 T196 196 T197 197 T198 198 T199 199 T200 200 T201 201
        T202 202 T203 203 T204 204 T205 205 T206 206 T207 207 T208 208 T209 209 T210 210 T211 211 T212 212 T213 213
        T214 214 T215 215 T216 216 T217 217 T218 218 T219 219 T220 220 T221 221 T222 222 T223 223 T224 224 T225 225
        T226 226 T227 227 T228 228 T229 229 T230 230 T231 231 T232 232 T233 233 T234 234 T235 235 T236 236 T237 237
        T238 238 T239 239 T240 240 T241 241 T242 242 T243 243 T244 244 T245 245 T246 246 T247 247 T248 248 T249 249
        T250 250 T251 251 T252 252 T253 253 T254 254
}

numbered! {
    /// As many as a byte can number.
    Full 256:
        U0 0 U1 1 U2 2 U3 3 U4 4 U5 5 U6 6 U7 7 U8 8 U9 9 U10 10 U11 11 U12 12 U13 13 U14 14 U15 15 U16 16 U17 17
        U18 18 U19 19 U20 20 U21 21 U22 22 U23 23 U24 24 U25 25 U26 26 U27 27 U28 28 U29 29 U30 30 U31 31 U32 32
        U33 33 U34 34 U35 35 U36 36 U37 37 U38 38 U39 39 U40 40 U41 41 U42 42 U43 43 U44 44 U45 45 U46 46 U47 47
        U48 48 U49 49 U50 50 U51 51 U52 52 U53 53 U54 54 U55 55 U56 56 U57 57 U58 58 U59 59 U60 60 U61 61 U62 62
        U63 63 U64 64 U65 65 U66 66 U67 67 U68 68 U69 69 U70 70 U71 71 U72 72 U73 73 U74 74 U75 75 U76 76 U77 77
        U78 78 U79 79 U80 80 U81 81 U82 82 U83 83 U84 84 U85 85 U86 86 U87 87 U88 88 U89 89 U90 90 U91 91 U92 92
        U93 93 U94 94 U95 95 U96 96 U97 97 U98 98 U99 99 U100 100 U101 101 U102 102 U103 103 U104 104 U105 105
        U106 106 U107 107 U108 108 U109 109 U110 110 U111 111 U112 112 U113 113 U114 114 U115 115 U116 116 U117 117
        U118 118 U119 119 U120 120 U121 121 U122 122 U123 123 U124 124 U125 125 U126 126 U127 127;
        O128 128 O129 129 O130 130 O131 131 O132 132 O133 133 O134 134 O135 135 O136 136 O137 137 O138 138 O139 139
        O140 140 O141 141 O142 142 O143 143 O144 144 O145 145 O146 146 O147 147 O148 148 O149 149 O150 150 O151 151
        O152 152 O153 153 O154 154 O155 155 O156 156 O157 157 O158 158 O159 159 O160 160 O161 161 O162 162 O163 163
        O164 164 O165 165 O166 166 O167 167 O168 168 O169 169 O170 170 O171 171 O172 172 O173 173 O174 174 O175 175
        O176 176 O177 177 O178 178 O179 179 O180 180 O181 181 O182 182 O183 183 O184 184 O185 185 O186 186 O187 187
        O188 188 O189 189 O190 190 O191 191;
        T192 192 T193 193 T194 194 T195 195 T196 196 T197 197 T198 198 T199 199 T200 200 T201 201 T202 202 T203 203
        T204 204 T205 205 T206 206 T207 207 T208 208 T209 209 T210 210 T211 211 T212 212 T213 213 T214 214 T215 215
        T216 216 T217 217 T218 218 T219 219 T220 220 T221 221 T222 222 T223 223 T224 224 T225 225 T226 226 T227 227
        T228 228 T229 229 T230 230 T231 231 T232 232 T233 233 T234 234 T235 235 T236 236 T237 237 T238 238 T239 239
        T240 240 T241 241 T242 242 T243 243 T244 244 T245 245 T246 246 T247 247 T248 248 T249 249 T250 250 T251 251
        T252 252 T253 253 T254 254 T255 255
}

numbered! {
    /// One more than a byte can number.
    Wide 257:
        U0 0 U1 1 U2 2 U3 3 U4 4 U5 5 U6 6 U7 7 U8 8 U9 9 U10 10 U11 11 U12 12 U13 13 U14 14 U15 15 U16 16 U17 17
        U18 18 U19 19 U20 20 U21 21 U22 22 U23 23 U24 24 U25 25 U26 26 U27 27 U28 28 U29 29 U30 30 U31 31 U32 32
        U33 33 U34 34 U35 35 U36 36 U37 37 U38 38 U39 39 U40 40 U41 41 U42 42 U43 43 U44 44 U45 45 U46 46 U47 47
        U48 48 U49 49 U50 50 U51 51 U52 52 U53 53 U54 54 U55 55 U56 56 U57 57 U58 58 U59 59 U60 60 U61 61 U62 62
        U63 63 U64 64 U65 65 U66 66 U67 67 U68 68 U69 69 U70 70 U71 71 U72 72 U73 73 U74 74 U75 75 U76 76 U77 77
        U78 78 U79 79 U80 80 U81 81 U82 82 U83 83 U84 84 U85 85 U86 86 U87 87 U88 88 U89 89 U90 90 U91 91 U92 92
        U93 93 U94 94 U95 95 U96 96 U97 97 U98 98 U99 99 U100 100 U101 101 U102 102 U103 103 U104 104 U105 105
        U106 106 U107 107 U108 108 U109 109 U110 110 U111 111 U112 112 U113 113 U114 114 U115 115 U116 116 U117 117
        U118 118 U119 119 U120 120 U121 121 U122 122 U123 123 U124 124 U125 125 U126 126 U127 127;
        O128 128 O129 129 O130 130 O131 131 O132 132 O133 133 O134 134 O135 135 O136 136 O137 137 O138 138 O139 139
        O140 140 O141 141 O142 142 O143 143 O144 144 O145 145 O146 146 O147 147 O148 148 O149 149 O150 150 O151 151
        O152 152 O153 153 O154 154 O155 155 O156 156 O157 157 O158 158 O159 159 O160 160 O161 161 O162 162 O163 163
        O164 164 O165 165 O166 166 O167 167 O168 168 O169 169 O170 170 O171 171 O172 172 O173 173 O174 174 O175 175
        O176 176 O177 177 O178 178 O179 179 O180 180 O181 181 O182 182 O183 183 O184 184 O185 185 O186 186 O187 187
        O188 188 O189 189 O190 190 O191 191;
        T192 192 T193 193 T194 194 T195 195 T196 196 T197 197 T198 198 T199 199 T200 200 T201 201 T202 202 T203 203
        T204 204 T205 205 T206 206 T207 207 T208 208 T209 209 T210 210 T211 211 T212 212 T213 213 T214 214 T215 215
        T216 216 T217 217 T218 218 T219 219 T220 220 T221 221 T222 222 T223 223 T224 224 T225 225 T226 226 T227 227
        T228 228 T229 229 T230 230 T231 231 T232 232 T233 233 T234 234 T235 235 T236 236 T237 237 T238 238 T239 239
        T240 240 T241 241 T242 242 T243 243 T244 244 T245 245 T246 246 T247 247 T248 248 T249 249 T250 250 T251 251
        T252 252 T253 253 T254 254 T255 255 T256 256
}
