{-# LANGUAGE RankNTypes #-}
{-# OPTIONS_GHC -Wno-orphans #-}

-- | Values of all types of "Types", and the list of them that each suite goes through.
module Generators where

import qualified Data.ByteString as Bytes
import Data.ByteString (ByteString)
import qualified Data.Map.Strict as Map
import Data.Map.Strict (Map)
import qualified Data.Set as Set
import Data.Set (Set)
import qualified Data.Text as Text
import Data.Text (Text)
import Data.Int
import Data.List.NonEmpty (NonEmpty (..))
import Data.Scientific (Scientific, scientific)
import Data.Time (Day (..), UTCTime (..), picosecondsToDiffTime)
import qualified Data.Vector as Boxed
import qualified Data.Vector.Storable as Storable
import qualified Data.Vector.Unboxed as Unboxed
import Data.Word
import Numeric.Natural (Natural)
import PackedData
import Test.QuickCheck hiding (Large)
import Types

instance Arbitrary Tree where
  arbitrary = sized go
    where
      go n
        | n <= 1 = Leaf <$> arbitrary
        | otherwise =
          oneof
            [ Leaf <$> arbitrary,
              Node <$> go (n `div` 2) <*> go (n `div` 2),
              Node <$> go 1 <*> go (n - 1),
              Node <$> go (n - 1) <*> go 1
            ]
  shrink (Leaf n) = map Leaf (shrink n)
  shrink (Node a b) = a : b : [Node a' b' | (a', b') <- shrink (a, b)]

instance Arbitrary Unit where arbitrary = pure Unit

instance Arbitrary Point where arbitrary = Point <$> arbitrary <*> arbitrary

instance Arbitrary Shape where
  arbitrary = oneof [pure Empty, Circle <$> arbitrary, Rectangle <$> arbitrary <*> arbitrary]

instance Arbitrary Direction where arbitrary = arbitraryBoundedEnum

instance Arbitrary Person where
  arbitrary = Person <$> characters <*> arbitrary <*> oneof [pure Nothing, Just <$> characters] <*> arbitrary

-- | A surrogate is no character in any layout.
characters :: Gen String
characters = listOf (arbitrary `suchThat` \c -> c < '\xD800' || c > '\xDFFF')

instance Arbitrary Rose where
  arbitrary = sized go
    where
      go n = Rose <$> arbitrary <*> (if n <= 0 then pure [] else choose (0, 3) >>= \k -> vectorOf k (go (n `div` 4)))

instance Arbitrary a => Arbitrary (Mixed a) where
  arbitrary = Mixed <$> arbitrary <*> arbitrary <*> arbitrary <*> arbitrary <*> arbitrary <*> arbitrary <*> arbitrary

instance Arbitrary a => Arbitrary (Cells a) where
  arbitrary = foldr Cell Nil <$> listOf arbitrary

instance Arbitrary Left' where
  arbitrary = foldl Deeper Stop <$> listOf arbitrary

instance Arbitrary a => Arbitrary (Wrapped a) where arbitrary = Wrapped <$> arbitrary

instance (Arbitrary a, Arbitrary b) => Arbitrary (a :+: b) where
  arbitrary = oneof [(:+:) <$> arbitrary <*> arbitrary, One <$> arbitrary]

instance Arbitrary (Fix Maybe) where
  arbitrary = (\n -> iterate (Fix . Just) (Fix Nothing) !! n) <$> choose (0, 20)

instance Arbitrary Statement where
  arbitrary = sized statement

instance Arbitrary Expression where
  arbitrary = sized expression

statement :: Int -> Gen Statement
statement n
  | n <= 0 = pure (Block [])
  | otherwise =
    oneof
      [ Assign <$> arbitrary <*> expression (n `div` 2),
        Block <$> (choose (0, 3) >>= \k -> vectorOf k (statement (n `div` 3)))
      ]

expression :: Int -> Gen Expression
expression n
  | n <= 0 = Number <$> arbitrary
  | otherwise =
    oneof
      [ Number <$> arbitrary,
        Do <$> statement (n `div` 2) <*> expression (n `div` 2),
        Plus <$> expression (n `div` 2) <*> expression (n `div` 2)
      ]

instance Arbitrary Text where
  arbitrary = Text.pack <$> characters

instance Arbitrary ByteString where
  arbitrary = Bytes.pack <$> arbitrary

instance Arbitrary Texts where
  arbitrary = Texts <$> arbitrary <*> arbitrary <*> (Map.fromList <$> arbitrary) <*> (Set.fromList <$> arbitrary)

instance Arbitrary Word128 where arbitrary = Word128 <$> arbitrary <*> arbitrary

instance Arbitrary Int128 where arbitrary = Int128 <$> arbitrary <*> arbitrary

instance Arbitrary Duration where arbitrary = duration <$> arbitrary <*> arbitrary

instance Arbitrary Large where arbitrary = Large <$> arbitrary <*> arbitrary <*> arbitrary

instance Arbitrary Nothings where arbitrary = Nothings () Unit <$> arbitrary

instance Arbitrary (Nest Word8) where
  arbitrary =
    oneof
      [ pure Flat,
        pure (Nest 1 Flat),
        pure (Nest 1 (Nest (Just 2) Flat)),
        (\a b c -> Nest a (Nest b (Nest c Flat))) <$> arbitrary <*> arbitrary <*> arbitrary
      ]

instance Arbitrary Single where arbitrary = Single <$> arbitrary

instance Arbitrary Wide where
  arbitrary = oneof [pure W0, pure W1, pure W254, pure W255, W256 <$> arbitrary]

-- | Integers of all sizes, and near the limits of 64 bits.
newtype Large' = Large' Integer

instance Arbitrary Large' where
  arbitrary =
    Large'
      <$> oneof
        [ arbitrary,
          (\n d -> n * 2 ^ (63 :: Int) + d) <$> elements [-2, -1, 1, 2] <*> choose (-1, 1),
          (\bytes sign -> sign * foldr (\b n -> 256 * n + toInteger (b :: Word8)) 0 bytes)
            <$> (choose (0, 40) >>= \k -> vectorOf k arbitrary)
            <*> elements [-1, 1]
        ]

instance Arbitrary Natural where
  arbitrary = (\(Large' n) -> fromInteger (abs n)) <$> arbitrary

instance Arbitrary Day where
  arbitrary = ModifiedJulianDay . toInteger <$> (arbitrary :: Gen Int64)

instance Arbitrary UTCTime where
  arbitrary = UTCTime <$> arbitrary <*> (picosecondsToDiffTime <$> choose (0, 86401 * 10 ^ (12 :: Int) - 1))

instance Arbitrary Scientific where
  arbitrary = (\(Large' c) e -> scientific c e) <$> arbitrary <*> arbitrary

instance Arbitrary a => Arbitrary (NonEmpty a) where
  arbitrary = (:|) <$> arbitrary <*> arbitrary

instance Arbitrary a => Arbitrary (Boxed.Vector a) where
  arbitrary = Boxed.fromList <$> arbitrary

instance (Arbitrary a, Unboxed.Unbox a) => Arbitrary (Unboxed.Vector a) where
  arbitrary = Unboxed.fromList <$> arbitrary

instance (Arbitrary a, Storable.Storable a) => Arbitrary (Storable.Vector a) where
  arbitrary = Storable.fromList <$> arbitrary

instance Arbitrary Various where
  arbitrary =
    Various <$> ((\(Large' n) -> n) <$> arbitrary) <*> arbitrary <*> arbitrary <*> arbitrary <*> arbitrary <*> arbitrary

-- | A type that each layout has.
class
  ( Stores Compact t,
    Stores Indexed t,
    Stores PackedData t,
    Stores PackedDataFieldSizes t,
    Stores PackedDataSkipLast t
  ) =>
  InAll t

instance
  ( Stores Compact t,
    Stores Indexed t,
    Stores PackedData t,
    Stores PackedDataFieldSizes t,
    Stores PackedDataSkipLast t
  ) =>
  InAll t

-- | A type that only 'Compact' and 'Indexed' have.
class (Stores Compact t, Stores Indexed t) => InTwo t

instance (Stores Compact t, Stores Indexed t) => InTwo t

everywhere :: (forall t. (Arbitrary t, Eq t, Show t, Packable t, InAll t) => Named t -> r) -> [r]
everywhere f =
  [ f (Named "Tree" :: Named Tree),
    f (Named "Unit" :: Named Unit),
    f (Named "Point" :: Named Point),
    f (Named "Shape" :: Named Shape),
    f (Named "Direction" :: Named Direction),
    f (Named "Person" :: Named Person),
    f (Named "Rose" :: Named Rose),
    f (Named "Mixed Int16" :: Named (Mixed Int16)),
    f (Named "Mixed [Bool]" :: Named (Mixed [Bool])),
    f (Named "Cells Tree" :: Named (Cells Tree)),
    f (Named "Cells Word8" :: Named (Cells Word8)),
    f (Named "Left'" :: Named Left'),
    f (Named "Wrapped Point" :: Named (Wrapped Point)),
    f (Named "Word8 :+: Tree" :: Named (Word8 :+: Tree)),
    f (Named "Fix Maybe" :: Named (Fix Maybe)),
    f (Named "Statement" :: Named Statement),
    f (Named "Nothings" :: Named Nothings),
    f (Named "Nest Word8" :: Named (Nest Word8)),
    f (Named "Single" :: Named Single),
    f (Named "[Tree]" :: Named [Tree]),
    f (Named "[[Word16]]" :: Named [[Word16]]),
    f (Named "Maybe (Either Int8 [Int])" :: Named (Maybe (Either Int8 [Int]))),
    f (Named "Ordering" :: Named Ordering),
    f (Named "Double" :: Named Double),
    f (Named "Integer" :: Named Integer),
    f (Named "[Natural]" :: Named [Natural]),
    f (Named "Maybe UTCTime" :: Named (Maybe UTCTime)),
    f (Named "Day" :: Named Day),
    f (Named "Scientific" :: Named Scientific),
    f (Named "NonEmpty Tree" :: Named (NonEmpty Tree)),
    f (Named "Vector Tree" :: Named (Boxed.Vector Tree)),
    f (Named "Unboxed.Vector Int16" :: Named (Unboxed.Vector Int16)),
    f (Named "Storable.Vector Double" :: Named (Storable.Vector Double)),
    f (Named "Various" :: Named Various)
  ]

inTwo :: (forall t. (Arbitrary t, Eq t, Show t, Packable t, InTwo t) => Named t -> r) -> [r]
inTwo f =
  [ f (Named "Texts" :: Named Texts),
    f (Named "Large" :: Named Large),
    f (Named "Wide" :: Named Wide),
    f (Named "(Word8, Text, Word8)" :: Named (Word8, Text, Word8)),
    f (Named "((Text, Word8), Word8)" :: Named ((Text, Word8), Word8)),
    f (Named "[(Maybe Text, Int32, [Text])]" :: Named [(Maybe Text, Int32, [Text])]),
    f (Named "Map Word8 (Map Text Tree)" :: Named (Map Word8 (Map Text Tree))),
    f (Named "Set (Set Int8)" :: Named (Set (Set Int8))),
    f (Named "Mixed Text" :: Named (Mixed Text))
  ]

newtype Named t = Named String
