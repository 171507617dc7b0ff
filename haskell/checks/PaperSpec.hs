{-# LANGUAGE DataKinds #-}
{-# LANGUAGE FlexibleContexts #-}
{-# LANGUAGE ScopedTypeVariables #-}
{-# LANGUAGE TypeApplications #-}
{-# LANGUAGE AllowAmbiguousTypes #-}

-- | The figures of the paper, in every layout.
module PaperSpec (spec) where

import PackedData
import Paper
import Test.Hspec

spec :: Spec
spec = describe "the paper's figures" $ do
    inLayout @Compact "Compact"
    inLayout @Indexed "Indexed"
    inLayout @PackedData "PackedData"
    inLayout @PackedDataFieldSizes "PackedDataFieldSizes"
    inLayout @PackedDataSkipLast "PackedDataSkipLast"

inLayout ::
    forall l.
    (Layout l, Frozen l, Stores l Tree, Stores l AST, Stores l Int, Valid l '[Tree], Valid l '[Int, Int]) =>
    String ->
    Spec
inLayout name = describe name $ do
    it "3: a tree that is built is the one that is packed" $
        toByteString (builtTree @l) `shouldBe` toByteString (packedTree @l)
    it "5: two numbers in one buffer" $
        getSum (pack @l (1 :: Int) `append` pack (2 :: Int)) `shouldBe` 3
    it "6, 12: the sum" $ do
        runReader sumTree (packedTree @l) `shouldBe` 6
        sumView (view (packedTree @l)) `shouldBe` 6
    it "9: the right-most value" $
        runReader getRightMost (packedTree @l) `shouldBe` 3
    it "10: increment" $ do
        let expected = Node (Leaf 2) (Node (Leaf 3) (Leaf 4))
        unpack (transform incrementPacked (packedTree @l)) `shouldBe` expected
        unpack (fst (edit incrementInPlace (packedTree @l))) `shouldBe` expected
    it "13: evaluate" $ do
        let expression = Mul (Add (Value 1) (Value 2)) (Sub (Value 10) (Value 3))
        runReader evalPacked (pack @l expression) `shouldBe` 21
        runReader evalPacked (pack @l (Div expression (Value (-2)))) `shouldBe` (-11)
        map (isTrivial . view . pack @l) [expression, Mul (Value 0) expression, Value 0] `shouldBe` [False, True, False]
