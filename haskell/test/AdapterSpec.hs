{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE QualifiedDo #-}
{-# LANGUAGE TemplateHaskell #-}

-- | Types that are packed as values of others: their bytes, and what is refused.
module AdapterSpec (spec) where

import qualified Data.ByteString as Bytes
import Data.List.NonEmpty (NonEmpty (..))
import Data.Scientific (Scientific)
import Data.Time (UTCTime (..), fromGregorian)
import qualified Data.Vector as Boxed
import qualified Data.Vector.Storable as Storable
import qualified Data.Vector.Unboxed as Unboxed
import Data.Word (Word16, Word8)
import Example (Percent (..))
import Numeric.Natural (Natural)
import PackedData
import qualified PackedData.Do as R
import PackedData.TH (mkAdapted, mkPacked)
import Test.Hspec

data Link a = End | More Word8 a

mkPacked ''Link

-- | It contains itself, by its form.
newtype Chain = Chain (Link Chain)

do
  instances <-
    [d|
      instance Adapted Chain where
        type Form Chain = Link Chain
        toForm (Chain link) = link
        fromForm = Right . Chain
      |]
  (instances ++) <$> mkAdapted ''Chain

spec :: Spec
spec = do
  it "integers" do
    bytesOf (5 :: Integer) `shouldBe` 0 : 5 : replicate 7 0
    bytesOf (2 ^ (63 :: Int) :: Integer) `shouldBe` [1, 8, 0, 0, 0, 0, 0, 0, 0, 0x80]
    bytesOf (negate (2 ^ (64 :: Int)) :: Integer) `shouldBe` [2, 9, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    says @Integer [1, 2, 5, 0] "refused: the bytes of an integer end in a zero, at byte 0"
    says @Integer [2, 1, 5] "refused: an integer in the form of larger ones, at byte 0"
    says @Natural (0 : replicate 8 255) "refused: a natural number below zero, at byte 0"
  it "an integer of a million bytes" do
    let n = 3 ^ (5000000 :: Int) :: Integer
    (unpack (pack @Compact n) == n) `shouldBe` True
  it "times and decimal numbers" do
    bytesOf (UTCTime (fromGregorian 1858 11 17) 1) `shouldBe` replicate 8 0 ++ [0, 0x10, 0xA5, 0xD4, 0xE8, 0, 0, 0]
    says @UTCTime (replicate 16 255) "refused: a time of day after its end, at byte 0"
    bytesOf (1.5 :: Scientific) `shouldBe` (0 : 15 : replicate 7 0) ++ replicate 8 255
    bytesOf (1500 :: Scientific) `shouldBe` (0 : 15 : replicate 7 0) ++ (2 : replicate 7 0)
    says @Scientific ((0 : 20 : replicate 7 0) ++ replicate 8 0) "refused: a coefficient that ends in a zero, at byte 0"
  it "lists that are not empty" do
    bytesOf (7 :| [8] :: NonEmpty Word8) `shouldBe` bytesOf [7, 8 :: Word8]
    says @(NonEmpty Word8) [0] "refused: an empty list, of a type whose lists have an element, at byte 0"
    either show show (fromByteString @PackedData @'[NonEmpty Word8] (Bytes.pack [0]))
      `shouldBe` "refused: an empty list, of a type whose lists have an element, at byte 0"
  it "vectors" do
    let list = [1, 2, 300] :: [Word16]
    bytesOf (Boxed.fromList list) `shouldBe` bytesOf list
    bytesOf (Unboxed.fromList list) `shouldBe` bytesOf list
    bytesOf (Storable.fromList list) `shouldBe` bytesOf list
    itemsOf (seen (view (pack @Indexed (Unboxed.fromList list)))) `shouldBe` list
  it "within others, with a path" do
    says @[(Bool, Percent)] [2, 1, 5, 0, 101] "refused: more than 100 percent, at byte 4 in [1] > (,).1"
    unpack (transform @Indexed (R.do { reading reader R.>>= writing . value . Percent }) (pack @Compact (7 :: Word8)))
      `shouldBe` Percent 7
  it "count as levels, where they contain others" do
    let chain n = Bytes.pack (concat (replicate n [1, 7]) ++ [0])
        depth (Chain End) = 0 :: Int
        depth (Chain (More _ rest)) = 1 + depth rest
    fmap (depth . unpack) (fromByteString @Compact @'[Chain] (chain 1023)) `shouldBe` Right 1023
    either refusedWhy (const InvalidUtf8) (fromByteString @Compact @'[Chain] (chain 1024)) `shouldBe` TooDeep 1024
    either refusedWhy (const InvalidUtf8) (fromByteString @Compact @'[Chain] (chain 100000)) `shouldBe` TooDeep 1024
  it "views show them" $
    seen (view (pack @Indexed (Percent 7))) `shouldBe` Percent 7

bytesOf :: (Packable t, Stores Compact t) => t -> [Word8]
bytesOf = Bytes.unpack . toByteString . pack @Compact

-- | What is said of these bytes.
says :: forall t. (Packable t, Valid Compact '[t], Show t) => [Word8] -> String -> Expectation
says bytes expected =
  either show (show . unpack) (fromByteString @Compact @'[t] (Bytes.pack bytes)) `shouldBe` expected
