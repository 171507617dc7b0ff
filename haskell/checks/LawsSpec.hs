{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE AllowAmbiguousTypes #-}
{-# LANGUAGE ConstraintKinds #-}
{-# LANGUAGE DataKinds #-}
{-# LANGUAGE FlexibleContexts #-}
{-# LANGUAGE QualifiedDo #-}
{-# LANGUAGE ScopedTypeVariables #-}
{-# LANGUAGE TypeApplications #-}
{-# LANGUAGE TypeOperators #-}

-- | The laws of readers, builders, views, transformations and edits, in every layout.
module LawsSpec (spec) where

import Control.Exception (bracket, evaluate)
import Control.Monad (replicateM_)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Internal as Bytes
import qualified Foreign.Concurrent as Concurrent
import Foreign (castPtr, copyBytes, fillBytes, mallocBytes)
import PackedData
import qualified PackedData.Do as R
import Random ()
import System.Directory (getTemporaryDirectory, removeFile)
import System.IO (hClose, openBinaryTempFile)
import System.IO.Unsafe (unsafePerformIO)
import System.Mem (performMajorGC)
import Test.Hspec
import Test.Hspec.QuickCheck (prop)
import Test.QuickCheck ((===))
import Exchanged

-- | What the tests need of a layout.
type Tested l =
    ( Layout l
    , Frozen l
    , Stores l Tree
    , Stores l Int
    , Stores l Person
    , Stores l Statement
    , Stores l [Tree]
    , Valid l '[Tree]
    , Valid l '[[()]]
    , Valid l '[Int, Tree, Int]
    )

spec :: Spec
spec = describe "laws" $ do
    laws @Compact "Compact"
    laws @Indexed "Indexed"
    laws @PackedData "PackedData"
    laws @PackedDataFieldSizes "PackedDataFieldSizes"
    laws @PackedDataSkipLast "PackedDataSkipLast"

-- | The numbers in a tree, from the left.
numbers :: Tree -> [Int]
numbers (Leaf n) = [n]
numbers (Node l r) = numbers l ++ numbers r

mapTree :: (Int -> Int) -> Tree -> Tree
mapTree f (Leaf n) = Leaf (f n)
mapTree f (Node l r) = Node (mapTree f l) (mapTree f r)

sumTree :: Layout l => Reader l (Tree : r) r Int
sumTree = caseTree readField R.do
    left <- field sumTree
    right <- field sumTree
    R.return (left + right)

-- | Right-most first, by skipping.
lastOf :: Layout l => Reader l (Tree : r) r Int
lastOf = caseTree readField (skipField R.>> field lastOf)

laws :: forall l. Tested l => String -> Spec
laws name = describe name $ do
    describe "readers" $ do
        prop "return is a left identity of >>=" $ \tree (n :: Int) ->
            let f m = adding m sumTree
             in run tree (R.return n R.>>= f) === run tree (f n)
        prop "return is a right identity of >>=" $ \tree ->
            run tree (sumTree R.>>= R.return) === run tree sumTree
        prop ">>= is associative" $ \a tree b ->
            let first = reader :: Reader l '[Int, Tree, Int] '[Tree, Int] Int
                second n = adding n sumTree
                third n = adding (negate n) reader
             in runReader ((first R.>>= second) R.>>= third) (three a tree b)
                    === runReader (first R.>>= (\n -> second n R.>>= third)) (three a tree b)
        prop "a value that is read is the one that was packed" $ \a tree b ->
            runReader (reader R.>>= \x -> reader R.>>= \y -> reader R.>>= \z -> R.return (x, y, z)) (three a tree b)
                === (a, tree, b)
        prop "skipping a value ends where reading it ends" $ \a tree b ->
            runReader (skip R.>> skip R.>> reader) (three a tree b) === b
        prop "a branch reads the fields" $ \tree ->
            (run tree sumTree, run tree lastOf) === (sum (numbers tree), last (numbers tree))
        prop "a part that is isolated is the value that was packed" $ \a tree b ->
            let part = runReader (skip R.>> isolate R.>>= \found -> skip R.>> R.return found) (three a tree b)
             in toByteString part === toByteString (pack @l tree)
        prop "a list is folded, counted and indexed" $ \(several :: [Tree]) ->
            let packed = pack @l several
             in ( runReader (foldItems 0 (\n -> adding n sumTree)) packed
                , runReader countItems packed
                , [runReader (item i sumTree) packed | i <- [-1 .. length several]]
                )
                    === ( sum (concatMap numbers several)
                        , length several
                        , [Nothing] ++ map (Just . sum . numbers) several ++ [Nothing]
                        )
    describe "builders" $ do
        prop "values that are written are those that are packed" $ \a tree b ->
            toByteString (finish (value a R.>> value tree R.>> value b) :: Packed l '[Int, Tree, Int])
                === toByteString (three a tree b)
        prop ">> is associative" $ \a tree b ->
            toByteString (finish ((value a R.>> value tree) R.>> value b) :: Packed l '[Int, Tree, Int])
                === toByteString (finish (value a R.>> (value tree R.>> value b)) :: Packed l '[Int, Tree, Int])
        prop "a tree that is built is the one that is packed" $ \tree ->
            toByteString (finish (built tree) :: Packed l '[Tree]) === toByteString (pack @l tree)
        prop "a part that is copied is the one that is packed" $ \left right ->
            toByteString (finish (writeNode (copy (pack left)) (copy (pack right))) :: Packed l '[Tree])
                === toByteString (pack @l (Node left right))
        prop "a list that is written is the one that is packed" $ \(several :: [Tree]) ->
            toByteString (finish (items (map built several)) :: Packed l '[[Tree]]) === toByteString (pack @l several)
        prop "packed values are joined as their bytes are" $ \a tree ->
            toByteString (append (pack @l (a :: Int)) (pack (tree :: Tree)))
                === toByteString (pack @l a) <> toByteString (pack @l tree)
    describe "views" $ do
        prop "a view is the value that was packed" $ \tree -> seenTree (view (pack @l tree)) === tree
        prop "and can be unpacked" $ \statement -> get (view (pack @l (statement :: Statement))) === statement
    describe "transformations and edits" $ do
        prop "copying all fields changes nothing" $ \tree ->
            toByteString (transform same (pack @l tree)) === toByteString (pack @l tree)
        prop "a transformation is the function on values" $ \tree ->
            toByteString (transform (mapped (* 3)) (pack @l tree)) === toByteString (pack @l (mapTree (* 3) tree))
        prop "an edit is the function on values, and returns what it writes" $ \tree ->
            let (copied, total) = edit (editing (* 3)) (pack @l tree)
             in (toByteString copied, total) === (toByteString (pack @l (mapTree (* 3) tree)), 3 * sum (numbers tree))
        prop "an edit leaves the original" $ \tree ->
            let packed = pack @l tree
                bytes = Bytes.copy (toByteString packed)
             in bytes `seq` edited packed `seq` (toByteString packed === bytes)
    describe "bytes from outside" $ do
        prop "what was packed is accepted" $ \a tree b ->
            let bytes = toByteString (three a tree b)
             in either (Left . show) (Right . toByteString) (fromByteString @l @'[Int, Tree, Int] bytes) === Right bytes
        it "the depth is limited, except that of last fields" $ do
            let deep = iterate (`Node` Leaf 1) (Leaf 2) !! 100
                bytes = toByteString (pack @l deep)
                limited depth = fromByteStringWith @l @'[Tree] defaultLimits{limitDepth = depth} bytes
            fmap (const ()) (limited 1000) `shouldSatisfy` isRight
            fmap (const ()) (limited 50) `shouldSatisfy` not . isRight
        it "a value of 100,000 levels is refused, or read: the stack suffices" $ do
            let right = foldr (Node . Leaf) (Leaf 0) [1 .. 100000]
                left = foldl (\tree -> Node tree . Leaf) (Leaf 0) [1 .. 100000]
                total = sum [1 .. 100000]
            fmap (runReader sumTree) (fromByteString @l @'[Tree] (toByteString (pack @l right)))
                `shouldSatisfy` either (const False) (== total)
            fmap (const ()) (fromByteString @l @'[Tree] (toByteString (pack @l left)))
                `shouldSatisfy` either ((== TooDeep 1024) . refusedWhy) (const False)
            let unlimited = defaultLimits{limitDepth = 1000000}
            fmap (runReader sumTree) (fromByteStringWith @l @'[Tree] unlimited (toByteString (pack @l left)))
                `shouldSatisfy` either (const False) (== total)
        it "the number of bytes is limited" $ do
            let bytes = toByteString (pack @l (Node (Leaf 1) (Leaf 2)))
                limited count = fromByteStringWith @l @'[Tree] defaultLimits{limitBytes = count} bytes
            fmap (const ()) (limited (Bytes.length bytes)) `shouldSatisfy` isRight
            fmap (const ()) (limited (Bytes.length bytes - 1)) `shouldSatisfy` not . isRight
    describe "memory" $ do
        it "a buffer lives while it is read, if nothing else refers to it" $
            replicateM_ 20 $ do
                bytes <- scribbled (toByteString (pack @l (Node (Leaf 1) (Node (Leaf 2) (Leaf 3)))))
                packed <- either (fail . show) pure (fromByteString @l @'[Tree] bytes)
                total <- evaluate (runReader slowSum packed)
                total `shouldBe` 6
        it "files are written, read and mapped" $ do
            let packed = pack @l (Node (Leaf 1) (Leaf 2))
            withFile' $ \path -> do
                writePacked path packed
                again <- readPacked @l @'[Tree] path
                fmap toByteString again `shouldSatisfy` either (const False) (== toByteString packed)
                mapped' <- mapPacked @l @'[Tree] path
                fmap (runReader sumTree) mapped' `shouldSatisfy` either (const False) (== 3)
                Bytes.writeFile path (Bytes.pack [7])
                refused <- readPacked @l @'[Tree] path
                fmap (const ()) refused `shouldSatisfy` not . isRight
  where
    run :: Tree -> Reader l '[Tree] '[] Int -> Int
    run tree with = runReader with (pack tree)
    three :: Int -> Tree -> Int -> Packed l '[Int, Tree, Int]
    three a tree b = pack a `append` (pack tree `append` pack b)
    edited packed = toByteString (fst (edit (editing (+ 1)) packed))
    isRight = either (const False) (const True)

-- | A reader whose result is larger by this number.
adding :: Layout l => Int -> Reader l ts us Int -> Reader l ts us Int
adding n from = R.do
    m <- from
    R.return (n + m)

built :: Layout l => Tree -> Needs l (Tree : r) r
built (Leaf n) = writeLeaf (value n)
built (Node l r) = writeNode (built l) (built r)

seenTree :: Layout l => View l Tree -> Tree
seenTree tree = case viewTree tree of
    LeafView n -> Leaf n
    NodeView l r -> Node (seenTree l) (seenTree r)

same :: Layout l => Transform l l '(Tree : r, Tree : q) '(r, q) ()
same = transformTree copyField (copyField R.>> copyField)

mapped :: Layout l => (Int -> Int) -> Transform l l '(Tree : r, Tree : q) '(r, q) ()
mapped f = transformTree (mapField f) (onField (mapped f) R.>> onField (mapped f))

editing :: Layout l => (Int -> Int) -> Reader (Editable s l) (Tree : r) r Int
editing f = caseTree (modifyField f) R.do
    left <- field (editing f)
    right <- field (editing f)
    R.return (left + right)

-- | The sum, with a collection of garbage at each leaf.
slowSum :: Layout l => Reader l (Tree : r) r Int
slowSum = caseTree leaf node
  where
    leaf = R.do
        n <- readField
        R.return (collected n)
    node = R.do
        left <- field slowSum
        right <- field slowSum
        R.return (left + right)

collected :: Int -> Int
collected n = unsafePerformIO (performMajorGC >> evaluate n)
{-# NOINLINE collected #-}

-- | A copy of the bytes that is overwritten as soon as nothing refers to it.
scribbled :: Bytes.ByteString -> IO Bytes.ByteString
scribbled bytes = Bytes.useAsCStringLen bytes $ \(source, size) -> do
    memory <- mallocBytes (max 1 size)
    copyBytes memory (castPtr source) size
    pointer <- Concurrent.newForeignPtr memory (fillBytes memory 0xFF size)
    pure (Bytes.fromForeignPtr pointer 0 size)

withFile' :: (FilePath -> IO a) -> IO a
withFile' = bracket create removeFile
  where
    create = do
        folder <- getTemporaryDirectory
        (path, handle) <- openBinaryTempFile folder "packed"
        hClose handle
        pure path
