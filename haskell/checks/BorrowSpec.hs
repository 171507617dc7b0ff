{-# LANGUAGE AllowAmbiguousTypes #-}
{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds #-}
{-# LANGUAGE FlexibleContexts #-}
{-# LANGUAGE QualifiedDo #-}
{-# LANGUAGE ScopedTypeVariables #-}
{-# LANGUAGE TypeApplications #-}
{-# LANGUAGE TypeOperators #-}

-- | What readers and views read of the buffer itself: within it, and without a copy.
module BorrowSpec (spec) where

import Control.Exception (evaluate)
import Control.Monad (forM_)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Unsafe as Bytes
import Data.Text (Text)
import Foreign (minusPtr)
import Guard (atEnd, atStart, newGuard)
import PackedData
import qualified PackedData.Do as R
import Random ()
import Samples (generate)
import Test.Hspec
import Test.Hspec.QuickCheck (prop)
import Test.QuickCheck (arbitrary, counterexample, ioProperty, resize, (===))
import Exchanged

spec :: Spec
spec = describe "the buffer itself" $ do
    borrowed @Compact "Compact"
    borrowed @Indexed "Indexed"
    within @Compact "Compact"
    within @Indexed "Indexed"
    within @PackedData "PackedData"
    within @PackedDataFieldSizes "PackedDataFieldSizes"
    within @PackedDataSkipLast "PackedDataSkipLast"

-- | Whether the bytes are a part of the others, in the same memory.
isPartOf :: Bytes.ByteString -> Bytes.ByteString -> IO Bool
isPartOf part whole = Bytes.unsafeUseAsCStringLen part $ \(start, count) ->
    Bytes.unsafeUseAsCStringLen whole $ \(from, size) -> do
        let offset = start `minusPtr` from
        pure (count == 0 || (offset >= 0 && offset + count <= size))

borrowed ::
    forall l.
    (Layout l, Frozen l, Stores l Document, Stores l Bytes.ByteString, Stores l Text, Valid l '[Document]) =>
    String ->
    Spec
borrowed name = describe ("texts and bytes in " ++ name) $ do
    prop "a view is the value that was packed" $ \document@(Document text texts bytes by size) ->
        case viewDocument (view (pack @l document)) of
            DocumentView text' texts' bytes' by' size' ->
                (utf8ToText text', map utf8ToText (itemsOf texts'), bytes', get by', size')
                    === (text, texts, bytes, by, size)
    prop "they are borrowed" $ \document ->
        ioProperty $ case pack @l document of
            packed -> case viewDocument (view packed) of
                DocumentView text _ bytes _ _ -> do
                    parts <- mapM (`isPartOf` toByteString packed) [utf8Bytes text, bytes]
                    pure (counterexample "copied" (and parts))
    prop "readers borrow them too" $ \document@(Document text _ bytes _ _) ->
        let packed = append (pack @l text) (pack bytes)
            read' = readUtf8 R.>>= \one -> readBytes R.>>= \other -> R.return (one, other)
            (text', bytes') = runReader read' packed
         in ioProperty $ do
                parts <- mapM (`isPartOf` toByteString packed) [utf8Bytes text', bytes']
                pure . counterexample (show document) $
                    (utf8ToText text', bytes', parts) === (text, bytes, [True, True])

-- | Reads valid bytes in every way, beside memory that nothing may read.
within ::
    forall l.
    (Layout l, Frozen l, Stores l Tree, Stores l Statement, Valid l '[Tree], Valid l '[Statement]) =>
    String ->
    Spec
within name = it ("nothing is read outside of it in " ++ name) $ do
    guard <- newGuard 1000000
    forM_ (generate 200 (resize 8 arbitrary)) $ \tree -> do
        let bytes = toByteString (pack @l (tree :: Tree))
        forM_ [atEnd, atStart] $ \place -> do
            placed <- place guard bytes
            packed <- either (fail . show) pure (fromByteString @l @'[Tree] placed)
            runReader sumTree packed `shouldBe` total tree
            runReader lastOf packed `shouldBe` rightMost tree
            runReader (skip R.>> R.return 7) packed `shouldBe` (7 :: Int)
            unpack packed `shouldBe` tree
            seenSum (view packed) `shouldBe` total tree
            copied <- evaluate (toByteString (transform same packed))
            copied `shouldBe` bytes
            edited <- evaluate (fst (edit plusOne packed))
            runReader sumTree edited `shouldBe` total (plus tree)
    forM_ (generate 200 (resize 8 arbitrary)) $ \statement -> do
        placed <- atEnd guard (toByteString (pack @l (statement :: Statement)))
        fmap unpack (fromByteString @l @'[Statement] placed) `shouldSatisfy` either (const False) (== statement)
  where
    total (Leaf n) = n
    total (Node l r) = total l + total r
    rightMost (Leaf n) = n
    rightMost (Node _ r) = rightMost r
    plus (Leaf n) = Leaf (n + 1)
    plus (Node l r) = Node (plus l) (plus r)

sumTree :: Layout l => Reader l (Tree : r) r Int
sumTree = caseTree readField R.do
    left <- field sumTree
    right <- field sumTree
    R.return (left + right)

lastOf :: Layout l => Reader l (Tree : r) r Int
lastOf = caseTree readField (skipField R.>> field lastOf)

seenSum :: Layout l => View l Tree -> Int
seenSum tree = case viewTree tree of
    LeafView n -> n
    NodeView l r -> seenSum l + seenSum r

same :: Layout l => Transform l l '(Tree : r, Tree : q) '(r, q) ()
same = transformTree copyField (copyField R.>> copyField)

plusOne :: Layout l => Reader (Editable s l) (Tree : r) r ()
plusOne = caseTree (modifyField (+ 1) R.>> R.return ()) (field plusOne R.>> field plusOne)
