{-# LANGUAGE DeriveGeneric #-}
{-# LANGUAGE TemplateHaskell #-}
{-# LANGUAGE PolyKinds #-}
{-# LANGUAGE StandaloneDeriving #-}
{-# OPTIONS_GHC -Wno-unused-top-binds #-}

-- | The types that the tests pack: records, parameters, recursion, mutual recursion, strict and unpacked fields,
-- newtypes, operators, higher-kinded parameters, and many constructors.
module Types where

import Data.Int (Int16, Int32, Int64, Int8)
import Data.List.NonEmpty (NonEmpty)
import Data.Map.Strict (Map)
import Data.Scientific (Scientific)
import Data.Set (Set)
import Data.Text (Text)
import Data.Time (UTCTime)
import qualified Data.Vector as Boxed
import qualified Data.Vector.Unboxed as Unboxed
import Data.Word (Word16, Word8)
import Data.ByteString (ByteString)
import Language.Haskell.TH
import PackedData (Duration, Int128, Word128)
import PackedData.TH

data Tree = Leaf Int | Node Tree Tree
  deriving (Eq, Ord, Show)

data Unit = Unit
  deriving (Eq, Ord, Show)

data Point = Point {x :: !Int32, y :: {-# UNPACK #-} !Int32}
  deriving (Eq, Ord, Show)

data Shape = Empty | Circle Float | Rectangle {width, height :: Word16}
  deriving (Eq, Ord, Show)

data Direction = North | South | Center | East | West
  deriving (Bounded, Enum, Eq, Ord, Show)

data Person = Person {name :: String, age :: Word8, email :: Maybe String, scores :: [Int32]}
  deriving (Eq, Ord, Show)

data Rose = Rose Int [Rose]
  deriving (Eq, Ord, Show)

-- | Static fields between others, so that the order in Indexed is not that of the declaration.
data Mixed a = Mixed Word8 (Maybe a) Int64 [a] Bool Tree Word16
  deriving (Eq, Ord, Show)

data Cells a = Nil | Cell a (Cells a)
  deriving (Eq, Ord, Show)

-- | Nested in the first field.
data Left' = Stop | Deeper Left' Word8
  deriving (Eq, Ord, Show)

newtype Wrapped a = Wrapped {unwrapped :: a}
  deriving (Eq, Ord, Show)

data a :+: b = a :+: b | One a
  deriving (Eq, Ord, Show)

newtype Fix f = Fix (f (Fix f))

data Statement = Assign Word8 Expression | Block [Statement]
  deriving (Eq, Ord, Show)

data Expression = Number Int64 | Do Statement Expression | Plus Expression Expression
  deriving (Eq, Ord, Show)

data Texts = Texts {title :: Text, bytes :: ByteString, byName :: Map Text [Word8], keys :: Set Int8}
  deriving (Eq, Ord, Show)

data Large = Large Word128 Int128 Duration
  deriving (Eq, Ord, Show)

data Nothings = Nothings () Unit [()]
  deriving (Eq, Ord, Show)

-- | Non-regular recursion: the type of the elements grows.
data Nest a = Flat | Nest a (Nest (Maybe a))
  deriving (Eq, Ord, Show)

-- | What is packed as values of other types, and vectors.
data Various = Various
  { exact :: Integer,
    instant :: UTCTime,
    decimal :: Scientific,
    some :: NonEmpty Word8,
    vector :: Boxed.Vector Tree,
    numbers :: Unboxed.Vector Int16
  }
  deriving (Eq, Ord, Show)

data Never

data Single = Single Word8
  deriving (Eq, Ord, Show)

deriving instance Show (f (Fix f)) => Show (Fix f)

deriving instance Eq (f (Fix f)) => Eq (Fix f)

mkPacked ''Tree
mkPacked ''Unit
mkPacked ''Point
mkPacked ''Shape
mkPacked ''Direction
mkPacked ''Person
mkPacked ''Rose
mkPacked ''Mixed
mkPacked ''Cells
mkPacked ''Left'
mkPacked ''Wrapped
mkPacked ''(:+:)
mkPacked ''Fix
mkPackedGroup [''Statement, ''Expression]
mkPacked ''Texts
mkPacked ''Large
mkPacked ''Nothings
mkPacked ''Nest
mkPacked ''Various
mkPacked ''Never
mkPackedWith [Tagged] ''Single

-- A type of 257 constructors; the last one has a field.
do
  let constructor i = mkName ("W" ++ show (i :: Int))
      plain = Bang NoSourceUnpackedness NoSourceStrictness
      cons = [NormalC (constructor i) [(plain, ConT ''Word8) | i == 256] | i <- [0 .. 256]]
  pure [DataD [] (mkName "Wide") [] Nothing cons [DerivClause Nothing (map ConT [''Eq, ''Ord, ''Show])]]

mkPacked ''Wide
