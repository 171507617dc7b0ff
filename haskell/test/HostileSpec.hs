{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE RankNTypes #-}

-- | Bytes from outside: each is refused, or is a value that is packed to the same bytes.
module HostileSpec (spec) where

import Control.Exception (evaluate)
import Data.Bits (xor)
import qualified Data.ByteString as Bytes
import Data.ByteString (ByteString)
import Data.Int (Int8)
import Data.Map.Strict (Map)
import Data.Set (Set)
import Data.Text (Text)
import Data.Word (Word16, Word8)
import Generators
import PackedData
import Test.Hspec
import Test.Hspec.QuickCheck
import Test.QuickCheck hiding (Large)
import Types

spec :: Spec
spec = do
  describe "a changed byte" do
    sequence_ $ everywhere $ \named -> do
      changes @Compact "Compact" named
      changes @Indexed "Indexed" named
      changes @PackedData "PackedData" named
      changes @PackedDataFieldSizes "PackedDataFieldSizes" named
      changes @PackedDataSkipLast "PackedDataSkipLast" named
    sequence_ $ inTwo $ \named -> do
      changes @Compact "Compact" named
      changes @Indexed "Indexed" named
  describe "errors" do
    it "have an offset and a path" do
      let bytes = toByteString (pack @Compact (Node (Leaf 1) (Node (Leaf 2) (Leaf 3))))
          wrong = Bytes.take 11 bytes <> Bytes.singleton 9 <> Bytes.drop 12 bytes
          refused = fromByteString @Compact @'[Tree] wrong
      refused `shouldBe` Left (Refused (InvalidTag 9 2) 11 [Step "Tree::Node" "1", Step "Tree::Node" "0"])
      either show (const "") refused
        `shouldBe` "invalid tag: expected 0 to 1, found 9, at byte 11 in Tree::Node.1 > Tree::Node.0"
    it "name fields and elements" do
      let bytes = toByteString (pack @Compact (Person "ab" 7 (Just "c") [1, 2]))
          at n = Bytes.take n bytes <> Bytes.pack [255, 255, 255, 255] <> Bytes.drop (n + 4) bytes
      fromByteString @Compact @'[Person] (at 5)
        `shouldBe` Left
          (Refused (InvalidScalar "Char: a Unicode scalar value" 4294967295) 5 [Step "Person" "name", Element 1])
    it "of texts" do
      fromByteString @Compact @'[Text] (Bytes.pack [2, 0xC0, 0x80]) `shouldBe` Left (Refused InvalidUtf8 1 [])
      fromByteString @Compact @'[Text] (Bytes.pack [3, 0xED, 0xA0, 0x80]) `shouldBe` Left (Refused InvalidUtf8 1 [])
      fromByteString @Compact @'[Text] (Bytes.pack [4, 0xF4, 0x90, 0x80, 0x80])
        `shouldBe` Left (Refused InvalidUtf8 1 [])
    it "of numbers in longer forms" do
      fromByteString @Compact @'[Text] (Bytes.pack [0xFC, 1, 0, 0x61]) `shouldBe` Left (Refused (NotMinimal 1) 0 [])
      fromByteString @Compact @'[Text] (Bytes.pack [0xFF])
        `shouldBe` Left (Refused (InvalidScalar "length: a first byte of 0 to 254" 255) 0 [])
      fromByteString @Compact @'[[Word16]] (Bytes.pack (0xFE : replicate 8 0xFF))
        `shouldBe` Left (Refused (UnexpectedEnd maxBound 0) 9 [])
    it "of the order of keys" do
      fromByteString @Compact @'[Set Int8] (Bytes.pack [2, 1, 255])
        `shouldBe` Left (Refused Unsorted 2 [Element 1])
      fromByteString @Compact @'[Map Word8 Word8] (Bytes.pack [2, 1, 0, 1, 0])
        `shouldBe` Left (Refused DuplicateKey 3 [Element 1])
    it "of sizes and tables" do
      fromByteString @Indexed @'[Tree] (Bytes.pack ([1, 8] ++ leaf ++ leaf))
        `shouldBe` Left (Refused (SizeMismatch 8 9) 1 [Step "Tree::Node" "0"])
      fromByteString @Indexed @'[Tree] (Bytes.pack ([1, 10] ++ leaf ++ leaf))
        `shouldBe` Left (Refused (SizeMismatch 10 9) 1 [Step "Tree::Node" "0"])
      fromByteString @Indexed @'[[Text]] (Bytes.pack [8, 2, 4, 1, 0x61, 2, 0x62, 0x63])
        `shouldBe` Left (Refused (SizeMismatch 4 5) 2 [])
      fromByteString @Indexed @'[[Text]] (Bytes.pack [5, 2, 0, 1, 0x61]) `shouldBe` Left (Refused (NotMinimal 2) 0 [])
      fromByteString @Indexed @'[[Text]] (Bytes.pack [1]) `shouldBe` Left (Refused (NotMinimal 0) 0 [])
    it "of a type without values" do
      fromByteString @Compact @'[Never] (Bytes.pack [0]) `shouldBe` Left (Refused (InvalidTag 0 0) 0 [])
      fromByteString @Compact @'[Never] Bytes.empty `shouldSatisfy` isLeft
  describe "limits" do
    it "of bytes" $
      fromByteStringWith @Compact @'[Word8] defaultLimits {limitBytes = 0} (Bytes.pack [1])
        `shouldBe` Left (Refused (TooLong 0) 0 [])
    it "of elements without bytes" do
      fromByteString @Compact @'[[()]] (Bytes.pack [0xFD, 0, 0, 16, 0]) `shouldSatisfy` not . isLeft
      fromByteString @Compact @'[[()]] (Bytes.pack [0xFD, 1, 0, 16, 0]) `shouldSatisfy` isLeft
      fromByteString @Compact @'[[()]] (Bytes.pack [0xFE, 0, 0, 0, 0, 0, 0, 0, 16]) `shouldSatisfy` isLeft
    it "of levels, where fields that are not last nest" do
      let nested n = toByteString (pack @Compact (iterate (`Deeper` 1) Stop !! n))
      fromByteString @Compact @'[Left'] (nested 1024) `shouldSatisfy` not . isLeft
      either refusedWhy (const InvalidUtf8) (fromByteString @Compact @'[Left'] (nested 1025)) `shouldBe` TooDeep 1024
      either refusedWhy (const InvalidUtf8) (fromByteString @Compact @'[Left'] (nested 1000000)) `shouldBe` TooDeep 1024
    it "a million cells, each the last field of the one before" do
      million @Compact
      million @Indexed
      million @PackedData
      million @PackedDataFieldSizes
      million @PackedDataSkipLast
    it "the path of an error in a million cells is cut" do
      let bytes = toByteString (pack @Compact (foldr Cell Nil (replicate 1000000 (1 :: Word8))))
          refused = fromByteString @Compact @'[Cells Word8] (Bytes.init bytes <> Bytes.pack [7])
          step = Step "Cells::Cell" "1"
      either refusedWhy (const InvalidUtf8) refused `shouldBe` InvalidTag 7 2
      either refusedPath (const []) refused `shouldBe` replicate 16 step ++ [Omitted 999968] ++ replicate 16 step
    it "the path of a size that the last of many fields does not have is that of the first" do
      let bytes = toByteString (pack @PackedDataFieldSizes (foldr Cell Nil (replicate 100 (1 :: Word8))))
          -- (A tag, a size of 4 bytes before the number, the number; the size before the other cells is at 6.)
          at n = Bytes.take n bytes <> Bytes.singleton (Bytes.index bytes n + 1) <> Bytes.drop (n + 1) bytes
          refused = fromByteString @PackedDataFieldSizes @'[Cells Word8] (at 6)
          rest = Bytes.length bytes - 20
      refused
        `shouldBe` Left
          (Refused (SizeMismatch (fromIntegral rest) (rest + 1)) 16 (replicate 2 (Step "Cells::Cell" "1")))
  where
    leaf = 0 : replicate 8 0

million :: forall l. (Layout l, Stores l (Cells Word8), Valid l '[Cells Word8]) => Expectation
million = do
  p <- evaluate (pack @l (foldr Cell Nil (replicate 1000000 (1 :: Word8))))
  fmap toByteString (fromByteString @l @'[Cells Word8] (toByteString p)) `shouldBe` Right (toByteString p)

isLeft :: Either a b -> Bool
isLeft = either (const True) (const False)

changes ::
  forall l t. (Frozen l, Arbitrary t, Eq t, Show t, Packable t, Stores l t) => String -> Named t -> Spec
changes layout (Named name) = few $ prop (name ++ " in " ++ layout) \(t :: t) ->
  let bytes = toByteString (pack @l t)
      places = Bytes.length bytes
   in conjoin
        [ sameOrRefused @l @t (change place (mask `xor`) bytes)
          | place <- [0 .. min 100 (places - 1)],
            mask <- [1, 2, 4, 8, 16, 32, 64, 128, 255]
        ]
  where
    few = modifyMaxSize (min 20) . modifyMaxSuccess (min 10)

change :: Int -> (Word8 -> Word8) -> ByteString -> ByteString
change place f bytes = case Bytes.splitAt place bytes of
  (before, after) -> case Bytes.uncons after of
    Just (b, rest) -> before <> Bytes.cons (f b) rest
    Nothing -> bytes

sameOrRefused ::
  forall l t. (Frozen l, Show t, Packable t, Stores l t) => ByteString -> Property
sameOrRefused bytes = case fromByteString @l @'[t] bytes of
  Left refused -> counterexample (show refused) (refusedAt refused <= Bytes.length bytes && not (null (show refused)))
  Right packed ->
    let t = unpack packed
     in counterexample (show t) (toByteString (pack @l t) == bytes)

