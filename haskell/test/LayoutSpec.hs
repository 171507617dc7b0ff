{-# LANGUAGE BlockArguments #-}

-- | Some rows of the book's tables, and those cases that they do not have. (All rows are tested by @TableSpec@.)
module LayoutSpec (spec) where

import qualified Data.ByteString as Bytes
import Data.Int
import qualified Data.Map.Strict as Map
import Data.Proxy (Proxy (..))
import qualified Data.Text as Text
import Data.Text (Text)
import Data.Word
import PackedData
import Test.Hspec
import Types

spec :: Spec
spec = do
  let tree = Node (Leaf 1) (Leaf 2)
      leaf n = [0, n, 0, 0, 0, 0, 0, 0, 0]
  it "names" $
    [layoutNameOf (Proxy :: Proxy Compact), layoutNameOf (Proxy :: Proxy PackedDataSkipLast)]
      `shouldBe` ["Compact", "PackedDataSkipLast"]
  it "trees" do
    bytesOf @Compact tree `shouldBe` 1 : leaf 1 ++ leaf 2
    bytesOf @Indexed tree `shouldBe` [1, 9] ++ leaf 1 ++ leaf 2
    bytesOf @PackedData tree `shouldBe` 1 : leaf 1 ++ leaf 2
    bytesOf @PackedDataFieldSizes (Leaf (-1)) `shouldBe` [0, 8, 0, 0, 0] ++ replicate 8 255
    bytesOf @PackedDataSkipLast tree `shouldBe` [1, 9, 0, 0, 0] ++ leaf 1 ++ leaf 2
  it "structs have a tag in the Haskell layouts only; with Tagged in each" do
    bytesOf @Compact (Point 1 (-1)) `shouldBe` [1, 0, 0, 0, 255, 255, 255, 255]
    bytesOf @PackedData Unit `shouldBe` [0]
    bytesOf @Indexed Unit `shouldBe` []
    bytesOf @Indexed (Single 7) `shouldBe` [0, 7]
  it "static fields come first in Indexed" do
    bytesOf @Indexed (7 :: Word8, Text.pack "a", 2 :: Word8) `shouldBe` [7, 2, 1, 0x61]
    bytesOf @Indexed (Just (7 :: Word8), 8 :: Word8) `shouldBe` [8, 2, 1, 7]
    bytesOf @Indexed (8 :: Word8, Just (7 :: Word8)) `shouldBe` [8, 1, 7]
    bytesOf @Indexed ((Text.pack "a", 1 :: Word8), 2 :: Word8) `shouldBe` [2, 1, 1, 0x61]
    bytesOf @Compact ((Text.pack "a", 1 :: Word8), 2 :: Word8) `shouldBe` [1, 0x61, 1, 2]
  it "tables of ends" do
    bytesOf @Indexed [Text.pack "a", Text.pack "bc"] `shouldBe` [8, 2, 5, 1, 0x61, 2, 0x62, 0x63]
    bytesOf @Indexed [Text.replicate 300 (Text.pack "x")] `shouldBe` [5, 0x2f, 1, 0xfc, 0x2c, 1] ++ replicate 300 0x78
    bytesOf @Indexed [[1 :: Word8], []] `shouldBe` [8, 2, 3, 1, 1, 0]
    bytesOf @Indexed ([] :: [Text]) `shouldBe` [0]
    bytesOf @Indexed (Map.fromList [(Text.pack "b", 2 :: Word8), (Text.pack "a", 1)])
      `shouldBe` [8, 3, 6, 1, 1, 0x61, 2, 1, 0x62]
  it "long sizes, one in the other, with tables between" do
    let long = Text.replicate 70000 (Text.pack "y")
        nested = (Just (Just [long, Text.pack "z"]), Just (Just [long]), 3 :: Word8)
        packed = pack @Indexed nested
    unpack packed `shouldBe` nested
    fmap unpack (fromByteString @Indexed @'[(Maybe (Maybe [Text]), Maybe (Maybe [Text]), Word8)] (toByteString packed))
      `shouldBe` Right nested
    take 6 (bytesOf @Indexed nested) `shouldBe` [3, 0xfd, 0x82, 0x11, 1, 0]
  it "scalars" do
    bytesOf @Compact (-2 :: Int16) `shouldBe` [0xfe, 0xff]
    bytesOf @Compact (Word128 0 1) `shouldBe` 1 : replicate 15 0
    bytesOf @Compact (duration 1 2) `shouldBe` [1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0]
    bytesOf @Compact 'é' `shouldBe` [0xe9, 0, 0, 0]
    bytesOf @PackedData True `shouldBe` [1, 0, 0, 0]
    bytesOf @Compact (-2 :: Double) `shouldBe` [0, 0, 0, 0, 0, 0, 0, 0xc0]
  it "tags of more than 256 constructors have two bytes" do
    bytesOf @Compact (W256 9) `shouldBe` [0, 1, 9]
    bytesOf @Indexed W0 `shouldBe` [0, 0]
  it "a surrogate, which is no character elsewhere, becomes U+FFFD" $
    unpack (pack @Compact '\xD800') `shouldBe` '\xFFFD'

bytesOf :: forall l t. (Layout l, Packable t, Stores l t) => t -> [Word8]
bytesOf = Bytes.unpack . toByteString . pack @l
