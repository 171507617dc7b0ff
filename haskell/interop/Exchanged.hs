{-# LANGUAGE DataKinds #-}
{-# LANGUAGE DeriveGeneric #-}
{-# LANGUAGE FlexibleContexts #-}
{-# LANGUAGE FlexibleInstances #-}
{-# LANGUAGE MultiParamTypeClasses #-}
{-# LANGUAGE ScopedTypeVariables #-}
{-# LANGUAGE TemplateHaskell #-}
{-# LANGUAGE TypeApplications #-}
{-# LANGUAGE TypeFamilies #-}
{-# LANGUAGE TypeOperators #-}
{-# LANGUAGE UndecidableInstances #-}
{-# OPTIONS_GHC -O0 #-}

-- | The types that are exchanged with Rust. @test-suite/src/haskell.rs@ and @test-suite/examples/haskell/types.rs@
-- declare them with the same constructors and fields, in the same order. (Optimised, they take minutes to compile. The
-- types of the package's own tests are optimised.)
module Exchanged where

import Data.ByteString (ByteString)
import Data.Int (Int16, Int32, Int64, Int8)
import Data.Text (Text)
import Data.Word (Word16, Word32, Word64, Word8)
import GHC.Generics (Generic)
import PackedData
import PackedData.TH (mkPacked, mkPackedGroup)

data Tree = Leaf Int | Node Tree Tree
    deriving (Eq, Show, Generic)

data Ast = Val Int32 | Add Ast Ast | Sub Ast Ast | Mul Ast Ast | Div Ast Ast
    deriving (Eq, Show, Generic)

data SomeData = SomeData Int64 Word8 Double
    deriving (Eq, Show, Generic)

data T = C1 Int Int | C2 String | C3
    deriving (Eq, Show, Generic)

-- | Contains itself in a list.
data Rose = Rose Int [Rose]
    deriving (Eq, Show, Generic)

-- | Constructors without fields.
data Direction = North | South | Center | East | West
    deriving (Eq, Show, Bounded, Enum, Generic)

data Person = Person {personName :: String, age :: Word8, email :: Maybe String, scores :: [Int32]}
    deriving (Eq, Show, Generic)

-- | Strict and unpacked fields.
data Wide = Wide !Int8 {-# UNPACK #-} !Int16 {-# UNPACK #-} !Int32 !Int64 Word8 Word16 !Word32 {-# UNPACK #-} !Word64
    deriving (Eq, Show, Generic)

data Unit = Unit
    deriving (Eq, Show, Generic)

-- | Scalars that are not integers, and the two whose width is that of the machine.
data Scalars = Scalars Bool Char Float Double Int Word ()
    deriving (Eq, Show, Generic)

-- | Static and varying fields in turn, which @Indexed@ stores in another order.
data Mixed = Mixed
    { label :: String
    , small :: Word16
    , optional :: Maybe Word8
    , double :: Double
    , trees :: [Tree]
    , kind :: Direction
    }
    deriving (Eq, Show, Generic)

-- | Its only varying field is a list, so @Indexed@ finds its end without a size.
data Inner = Inner {innerNumber :: Word32, innerValues :: [Int16]}
    deriving (Eq, Show, Generic)

-- | Records in records, and in lists.
data Outer = Outer
    { firstInner :: Inner
    , outerName :: String
    , maybeInner :: Maybe Inner
    , otherInners :: [Inner]
    , lastField :: Maybe (Maybe Word16)
    }
    deriving (Eq, Show, Generic)

-- | A type with parameters.
data Both a b = Both a b
    deriving (Eq, Show, Generic)

-- | Texts and bytes, which the layouts of the paper's library do not have.
data Document = Document
    { title :: Text
    , textLines :: [Text]
    , blob :: ByteString
    , author :: Maybe Text
    , documentSize :: Word64
    }
    deriving (Eq, Show, Generic)

-- | Types that Haskell has only in this package.
data Wider = Wider Word128 Int128 Duration Ordering
    deriving (Eq, Show, Generic)

-- | Of the book's pages.
data Point = Point Int32 Int32
    deriving (Eq, Show, Generic)

-- | Of the book's pages.
data Entry = Entry {entryName :: Maybe Text, tags :: [Text], entrySize :: Maybe Word32}
    deriving (Eq, Show, Generic)

-- | Of the book's pages.
data Shape = Empty | Circle Float | Rectangle {width, height :: Word16}
    deriving (Eq, Show, Generic)

-- | Lengths, counts and tables of every width up to four bytes.
data Long = Long Text [Text] ByteString
    deriving (Eq, Show, Generic)

-- | A search tree, with the types of its keys and values as parameters.
data Search k v = Tip | Branch {lower :: Search k v, searchKey :: k, searchValue :: v, higher :: Search k v}
    deriving (Eq, Show, Generic)

-- | A statement contains expressions, and an expression may contain statements.
data Statement
    = Skip
    | Assign String Expression
    | If {condition :: Expression, thenDo :: Statement, otherwiseDo :: Maybe Statement}
    | Block [Statement]
    deriving (Eq, Show, Generic)

-- | See 'Statement'.
data Expression
    = Number Int64
    | Variable String
    | Call {function :: Word16, arguments :: [Expression]}
    | Do Statement Expression
    deriving (Eq, Show, Generic)

-- | More constructors than a tag of one byte can tell apart.
data Many
    = M0
    | M1 | M2 | M3 | M4 | M5 | M6 | M7 | M8 | M9 | M10 | M11 | M12 | M13 | M14 | M15 | M16 | M17 | M18 | M19 | M20
    | M21 | M22 | M23 | M24 | M25 | M26 | M27 | M28 | M29 | M30 | M31 | M32 | M33 | M34 | M35 | M36 | M37 | M38
    | M39 | M40 | M41 | M42 | M43 | M44 | M45 | M46 | M47 | M48 | M49 | M50 | M51 | M52 | M53 | M54 | M55 | M56
    | M57 | M58 | M59 | M60 | M61 | M62 | M63 | M64 | M65 | M66 | M67 | M68 | M69 | M70 | M71 | M72 | M73 | M74
    | M75 | M76 | M77 | M78 | M79 | M80 | M81 | M82 | M83 | M84 | M85 | M86 | M87 | M88 | M89 | M90 | M91 | M92
    | M93 | M94 | M95 | M96 | M97 | M98 | M99 | M100 | M101 | M102 | M103 | M104 | M105 | M106 | M107 | M108 | M109
    | M110 | M111 | M112 | M113 | M114 | M115 | M116 | M117 | M118 | M119 | M120 | M121 | M122 | M123 | M124 | M125
    | M126 | M127 | M128 | M129 | M130 | M131 | M132 | M133 | M134 | M135 | M136 | M137 | M138 | M139 | M140 | M141
    | M142 | M143 | M144 | M145 | M146 | M147 | M148 | M149 | M150 | M151 | M152 | M153 | M154 | M155 | M156 | M157
    | M158 | M159 | M160 | M161 | M162 | M163 | M164 | M165 | M166 | M167 | M168 | M169 | M170 | M171 | M172 | M173
    | M174 | M175 | M176 | M177 | M178 | M179 | M180 | M181 | M182 | M183 | M184 | M185 | M186 | M187 | M188 | M189
    | M190 | M191 | M192 | M193 | M194 | M195 | M196 | M197 | M198 | M199 | M200 | M201 | M202 | M203 | M204 | M205
    | M206 | M207 | M208 | M209 | M210 | M211 | M212 | M213 | M214 | M215 | M216 | M217 | M218 | M219 | M220 | M221
    | M222 | M223 | M224 | M225 | M226 | M227 | M228 | M229 | M230 | M231 | M232 | M233 | M234 | M235 | M236 | M237
    | M238 | M239 | M240 | M241 | M242 | M243 | M244 | M245 | M246 | M247 | M248 | M249 | M250 | M251 | M252 | M253
    | M254 | M255 | M256 | M257 | M258 | M259 | M260 | M261 | M262 | M263 | M264 | M265 | M266 | M267 | M268 | M269
    | M270 | M271 | M272 | M273 | M274 | M275 | M276 | M277 | M278 | M279 | M280 | M281 | M282 | M283 | M284 | M285
    | M286 | M287 | M288 | M289 | M290 | M291 | M292 | M293 | M294 | M295 | M296 | M297 | M298 | M299
    deriving (Eq, Show, Bounded, Enum, Generic)

mkPacked ''Tree
mkPacked ''Ast
mkPacked ''SomeData
mkPacked ''T
mkPacked ''Rose
mkPacked ''Direction
mkPacked ''Person
mkPacked ''Wide
mkPacked ''Unit
mkPacked ''Scalars
mkPacked ''Mixed
mkPacked ''Inner
mkPacked ''Outer
mkPacked ''Both
mkPacked ''Document
mkPacked ''Wider
mkPacked ''Point
mkPacked ''Entry
mkPacked ''Shape
mkPacked ''Long
mkPacked ''Search
mkPacked ''Many

-- Types that contain each other are declared together.
mkPackedGroup [''Statement, ''Expression]
