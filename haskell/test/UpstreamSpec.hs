{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE QualifiedDo #-}
{-# LANGUAGE TemplateHaskell #-}
{-# OPTIONS_GHC -Wno-unused-top-binds #-}

-- | What the four test modules of the paper's library test (@packed-data@ 0.2.0.0: @CaseTest@, @IdentityTest@,
-- @PackTest@, @UnpackTest@), with their types. There a flag of @mkPacked@ chooses the sizes; here the layout does.
module UpstreamSpec (spec) where

import qualified Data.ByteString.Builder as Builder
import qualified Data.ByteString.Lazy as Lazy
import Data.Int (Int64)
import PackedData
import qualified PackedData.Do as R
import PackedData.TH (mkPacked)
import Test.Hspec

data Tree1 a = Leaf1 a | Node1 (Tree1 a) (Tree1 a)
  deriving (Eq, Show)

data Tree2 a = Leaf2 | Node2 (Tree2 a) a (Tree2 a)
  deriving (Eq, Show)

data Tree3 a = Leaf3 | Node3 (Tree3 a) (Tree3 a) a
  deriving (Eq, Show)

data Tree4 a = Leaf4 a | Node4 (Tree4 a) (Tree4 a)
  deriving (Eq, Show)

data MyData = SmallData Int | BigData String
  deriving (Eq, Show)

mkPacked ''Tree1
mkPacked ''Tree2
mkPacked ''Tree3
mkPacked ''Tree4
mkPacked ''MyData

spec :: Spec
spec = do
  describe "pack and unpack" do
    it "Tree1" do
      bytesOf @PackedData (Leaf1 (10 :: Int)) (tag 0 <> int 10)
      bytesOf @PackedData (Node1 (Node1 (Leaf1 1) (Leaf1 2)) (Leaf1 (3 :: Int))) $
        tag 1 <> tag 1 <> tag 0 <> int 1 <> tag 0 <> int 2 <> tag 0 <> int 3
    it "Tree2" do
      bytesOf @PackedData (Leaf2 :: Tree2 Int) (tag 0)
      bytesOf @PackedData (Node2 Leaf2 (1 :: Int) Leaf2) (tag 1 <> tag 0 <> int 1 <> tag 0)
    it "Tree3" do
      bytesOf @PackedData (Leaf3 :: Tree3 Int) (tag 0)
      bytesOf @PackedData (Node3 Leaf3 Leaf3 (42 :: Int)) (tag 1 <> tag 0 <> tag 0 <> int 42)
    it "Tree4, with sizes" do
      let leaf n = size (1 + 4 + 8) <> tag 0 <> size 8 <> int n
      bytesOf @PackedDataFieldSizes (Leaf4 (10 :: Int)) (tag 0 <> size 8 <> int 10)
      bytesOf @PackedDataFieldSizes (Node4 (Leaf4 4) (Leaf4 (5 :: Int))) (tag 1 <> leaf 4 <> leaf 5)
  describe "unpack what was packed" do
    it "Tree1" do
      same (Node1 (Node1 (Leaf1 (1 :: Int)) (Leaf1 2)) (Leaf1 3))
      same (Node1 (Leaf1 [1 :: Int, 2]) (Node1 (Leaf1 []) (Leaf1 [3, 4])))
      same (Node1 (Leaf1 (SmallData 1)) (Node1 (Leaf1 (BigData "Hello World")) (Leaf1 (SmallData 0))))
    it "Tree1 of 2^20 leaves" do
      let perfect :: Int -> Tree1 Int
          perfect 0 = Leaf1 1
          perfect n = let below = perfect (n - 1) in Node1 below below
          tree = perfect 20
      (unpack (pack @PackedData tree) == tree) `shouldBe` True
    it "Tree2" (same (Node2 (Node2 Leaf2 (1 :: Int) Leaf2) 2 (Node2 Leaf2 3 Leaf2)))
    it "Tree3" (same (Node3 (Node3 Leaf3 Leaf3 (1 :: Int)) (Node3 Leaf3 Leaf3 3) 2))
    it "Tree4" (same (Node4 (Node4 (Leaf4 (1 :: Int)) (Leaf4 2)) (Leaf4 3)))
  describe "case" do
    it "sums a tree" do
      let tree :: Int64 -> Tree1 Int64
          tree 0 = Leaf1 0
          tree n = if odd n then Node1 (tree (n - 1)) (Leaf1 n) else Node1 (Leaf1 n) (tree (n - 1))
      runReader sumTree1 (pack @PackedData (tree 10)) `shouldBe` 55
      runReader sumTree1 (pack @PackedDataFieldSizes (tree 10)) `shouldBe` 55
  where
    tag = Builder.word8
    int = Builder.int64LE
    size = Builder.int32LE

sumTree1 :: Layout l => Reader l (Tree1 Int64 : r) r Int64
sumTree1 = caseTree1 readField R.do
  left <- field sumTree1
  right <- field sumTree1
  R.return (left + right)

-- | Whether the value has these bytes, and they are its own.
bytesOf ::
  forall l t. (Layout l, Packable t, Valid l '[t], Stores l t, Eq t, Show t) => t -> Builder.Builder -> Expectation
bytesOf t builder = do
  toByteString (pack @l t) `shouldBe` bytes
  fmap unpack (fromByteString @l @'[t] bytes) `shouldBe` Right t
  where
    bytes = Lazy.toStrict (Builder.toLazyByteString builder)

same :: (Packable t, Stores PackedData t, Stores PackedDataSkipLast t, Eq t, Show t) => t -> Expectation
same t = do
  unpack (pack @PackedData t) `shouldBe` t
  unpack (pack @PackedDataSkipLast t) `shouldBe` t
