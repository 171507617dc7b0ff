{-# LANGUAGE ExistentialQuantification #-}

-- | The types that are exchanged with Rust, each with its name, its layouts and random values.
module Samples (Sample (..), samples, generate) where

import Codec (Codec, everywhere, native)
import qualified Data.ByteString as Bytes
import Data.Int (Int8)
import qualified Data.Map as Map
import qualified Data.Set as Set
import qualified Data.Text as Text
import Data.Word (Word16, Word8)
import Random (anyDouble, anyFloat, bytes, char, int, list, maybeOf, search, text)
import Test.QuickCheck (Gen, arbitrary, elements)
import Test.QuickCheck.Gen (unGen)
import Test.QuickCheck.Random (mkQCGen)
import Exchanged

-- | A type, its layouts in the order of "Codec", and its random values.
data Sample = forall a. (Show a) => Sample
    { name :: String
    , codecs :: [Codec a]
    , random :: Gen a
    }

-- | In the order of the Rust side.
samples :: [Sample]
samples =
    [ Sample "Tree" everywhere (arbitrary :: Gen Tree)
    , Sample "Ast" everywhere (arbitrary :: Gen Ast)
    , Sample "SomeData" everywhere (arbitrary :: Gen SomeData)
    , Sample "T" everywhere (arbitrary :: Gen T)
    , Sample "Rose" everywhere (arbitrary :: Gen Rose)
    , Sample "Direction" everywhere (arbitrary :: Gen Direction)
    , Sample "Person" everywhere (arbitrary :: Gen Person)
    , Sample "Wide" everywhere (arbitrary :: Gen Wide)
    , Sample "Unit" everywhere (arbitrary :: Gen Unit)
    , Sample "Scalars" everywhere (arbitrary :: Gen Scalars)
    , Sample "Mixed" everywhere (arbitrary :: Gen Mixed)
    , Sample "Inner" everywhere (arbitrary :: Gen Inner)
    , Sample "Outer" everywhere (arbitrary :: Gen Outer)
    , Sample "Point" everywhere (arbitrary :: Gen Point)
    , Sample "Shape" everywhere (arbitrary :: Gen Shape)
    , Sample "Both<Direction,Maybe<Double>>" everywhere (Both <$> direction <*> maybeOf anyDouble)
    , Sample "Both<List<Bool>,Both<Word8,()>>" everywhere (Both <$> list (elements [False, True]) <*> both)
    , Sample "Search<Word16,String>" everywhere (search int (list char) :: Gen (Search Word16 String))
    , Sample "Statement" everywhere (arbitrary :: Gen Statement)
    , Sample "Expression" everywhere (arbitrary :: Gen Expression)
    , Sample "Maybe<Int>" everywhere (maybeOf int :: Gen (Maybe Int))
    , Sample "Either<Int,Bool>" everywhere (arbitrary :: Gen (Either Int Bool))
    , Sample "List<List<Int>>" everywhere (list (list int) :: Gen [[Int]])
    , Sample "List<Maybe<Tree>>" everywhere (list (maybeOf arbitrary) :: Gen [Maybe Tree])
    , Sample "()" everywhere (pure ())
    , Sample "Ordering" everywhere (elements [LT, EQ, GT])
    , Sample "(Char,Double)" native ((,) <$> char <*> anyDouble)
    , Sample "(Int,Float,Bool)" native ((,,) <$> (int :: Gen Int) <*> anyFloat <*> (arbitrary :: Gen Bool))
    , Sample "(Maybe<Word8>,Word8)" native ((,) <$> maybeOf int <*> int :: Gen (Maybe Word8, Word8))
    , Sample "((Text,Word8),Tree)" native (nested :: Gen ((Text.Text, Word8), Tree))
    , Sample "Text" native text
    , Sample "ByteString" native (bytes :: Gen Bytes.ByteString)
    , Sample "Document" native (arbitrary :: Gen Document)
    , Sample "Entry" native (arbitrary :: Gen Entry)
    , Sample "Wider" native (arbitrary :: Gen Wider)
    , Sample "Many" native (arbitrary :: Gen Many)
    , Sample "Long" native (arbitrary :: Gen Long)
    , Sample "Map<Int,Text>" native (mapOf int text :: Gen (Map.Map Int Text.Text))
    , Sample "Map<Text,List<Maybe<Word8>>>" native $
        (mapOf text (list (maybeOf int)) :: Gen (Map.Map Text.Text [Maybe Word8]))
    , Sample "Set<Int8>" native (Set.fromList <$> list int :: Gen (Set.Set Int8))
    ]
  where
    direction = arbitrary :: Gen Direction
    both = Both <$> (int :: Gen Word8) <*> pure ()
    nested = (,) <$> ((,) <$> text <*> int) <*> arbitrary
    mapOf key value = Map.fromList <$> list ((,) <$> key <*> value)

-- | As many random values, the same ones each time.
generate :: Int -> Gen a -> [a]
generate count gen = [unGen gen (mkQCGen (2026 + index)) 30 | index <- [1 .. count]]
