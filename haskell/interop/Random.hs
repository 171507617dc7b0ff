{-# OPTIONS_GHC -Wno-orphans #-}

-- | Random values of the types in "Exchanged".
module Random (anyDouble, anyFloat, bytes, char, int, list, maybeOf, search, text) where

import qualified Data.ByteString as Bytes
import qualified Data.Text as Text
import GHC.Float (castWord32ToFloat, castWord64ToDouble)
import PackedData (Int128 (..), Word128 (..), duration)
import Test.QuickCheck
import Exchanged

-- | An integer of any size: small ones are as frequent as large ones.
int :: (Num a) => Gen a
int = do
    bits <- choose (0, 63 :: Int)
    magnitude <- choose (0, 2 ^ (64 - bits) - 1 :: Integer)
    negative <- arbitrary
    pure (fromInteger (if negative then negate magnitude else magnitude))

-- | Any bits, of NaNs too.
anyDouble :: Gen Double
anyDouble = castWord64ToDouble <$> int

anyFloat :: Gen Float
anyFloat = castWord32ToFloat <$> int

-- | A character that Rust has too, whose UTF-8 takes one to four bytes.
char :: Gen Char
char = elements [0x80, 0x800, 0x10000, 0x110000] >>= \limit -> choose (0, limit - 1) >>= scalar
  where
    scalar :: Int -> Gen Char
    scalar c = if c >= 0xD800 && c <= 0xDFFF then char else pure (toEnum c)

-- | At most five values.
list :: Gen a -> Gen [a]
list element = choose (0, 5) >>= \count -> vectorOf count element

string :: Gen String
string = list char

text :: Gen Text.Text
text = Text.pack <$> string

bytes :: Gen Bytes.ByteString
bytes = Bytes.pack <$> list arbitrary

maybeOf :: Gen a -> Gen (Maybe a)
maybeOf gen = oneof [pure Nothing, Just <$> gen]

-- | Ends a recursion: with the first generator if no levels are left, and sometimes before that. The second generator
-- has one level less.
ends :: Gen a -> Gen a -> Gen a
ends leaf inner = getLevels >>= \levels -> choose (0, levels) >>= \n -> if n == 0 then leaf else deeper inner

-- | The number of levels that a value may still have: at most five.
getLevels :: Gen Int
getLevels = min 5 <$> getSize

deeper :: Gen a -> Gen a
deeper = scale (\size -> min 5 size - 1)

instance Arbitrary Tree where
    arbitrary = ends (Leaf <$> int) (Node <$> arbitrary <*> arbitrary)
    shrink (Leaf n) = Leaf <$> shrink n
    shrink (Node l r) = l : r : [Node l' r' | (l', r') <- shrink (l, r)]

instance Arbitrary Ast where
    arbitrary = ends (Val <$> int) (elements [Add, Sub, Mul, Div] <*> arbitrary <*> arbitrary)

instance Arbitrary SomeData where
    arbitrary = SomeData <$> int <*> int <*> anyDouble

instance Arbitrary T where
    arbitrary = oneof [C1 <$> int <*> int, C2 <$> string, pure C3]

instance Arbitrary Rose where
    arbitrary = Rose <$> int <*> ends (pure []) (list arbitrary)

instance Arbitrary Direction where
    arbitrary = arbitraryBoundedEnum

instance Arbitrary Person where
    arbitrary = Person <$> string <*> int <*> maybeOf string <*> list int

instance Arbitrary Wide where
    arbitrary = Wide <$> int <*> int <*> int <*> int <*> int <*> int <*> int <*> int

instance Arbitrary Unit where
    arbitrary = pure Unit

instance Arbitrary Scalars where
    arbitrary = Scalars <$> arbitrary <*> char <*> anyFloat <*> anyDouble <*> int <*> int <*> pure ()

instance Arbitrary Mixed where
    arbitrary = Mixed <$> string <*> int <*> maybeOf int <*> anyDouble <*> deeper (list arbitrary) <*> arbitrary

instance Arbitrary Inner where
    arbitrary = Inner <$> int <*> list int

instance Arbitrary Outer where
    arbitrary =
        Outer <$> arbitrary <*> string <*> maybeOf arbitrary <*> list arbitrary <*> maybeOf (maybeOf int)

instance Arbitrary Document where
    arbitrary = Document <$> text <*> list text <*> bytes <*> maybeOf text <*> int

instance Arbitrary Wider where
    arbitrary =
        Wider <$> (Word128 <$> high <*> int) <*> (Int128 <$> high <*> int) <*> time <*> elements [LT, EQ, GT]
      where
        high :: (Num a) => Gen a
        high = oneof [pure 0, int]
        time = duration <$> int <*> choose (0, 999999999)

instance Arbitrary Point where
    arbitrary = Point <$> int <*> int

instance Arbitrary Entry where
    arbitrary = Entry <$> maybeOf text <*> list text <*> maybeOf int

instance Arbitrary Shape where
    arbitrary = oneof [pure Empty, Circle <$> anyFloat, Rectangle <$> int <*> int]

-- | Lengths near those where short varints and tables become wider.
instance Arbitrary Long where
    arbitrary = Long <$> long <*> vectorOf 2 long <*> (len >>= fmap Bytes.pack . flip vectorOf arbitrary)
      where
        long = (`Text.replicate` Text.pack "x") <$> len
        len = (+) <$> frequency [(20, pure 0), (40, pure 250), (1, pure 65535)] <*> choose (0, 6)

instance Arbitrary Many where
    arbitrary = arbitraryBoundedEnum

-- | Random keys and values in a tree.
search :: Gen k -> Gen v -> Gen (Search k v)
search key' value' = ends (pure Tip) (Branch <$> tree <*> key' <*> value' <*> tree)
  where
    tree = search key' value'

instance Arbitrary Statement where
    arbitrary =
        ends (pure Skip) . oneof $
            [ Assign <$> string <*> arbitrary
            , If <$> arbitrary <*> arbitrary <*> maybeOf arbitrary
            , Block <$> list arbitrary
            ]

instance Arbitrary Expression where
    arbitrary =
        ends (oneof [Number <$> int, Variable <$> string]) . oneof $
            [Call <$> int <*> list arbitrary, Do <$> arbitrary <*> arbitrary]
