{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE ViewPatterns #-}

-- | All ways to read find the same, and all ways to write write the same.
module ReaderSpec (spec) where

import qualified Data.ByteString as Bytes
import Data.Int (Int64)
import qualified Data.Map.Strict as Map
import qualified Data.Text as Text
import Data.Text (Text)
import Data.Word (Word16, Word8)
import Generators ()
import PackedData
import qualified PackedData.Do as R
import Test.Hspec
import Test.Hspec.QuickCheck
import Test.QuickCheck hiding (Large)
import Types

spec :: Spec
spec = do
  inLayout @Compact "Compact"
  inLayout @Indexed "Indexed"
  inLayout @PackedData "PackedData"
  inLayout @PackedDataFieldSizes "PackedDataFieldSizes"
  inLayout @PackedDataSkipLast "PackedDataSkipLast"
  strings @Compact "Compact"
  strings @Indexed "Indexed"
  prop "a transform from layout to layout writes what pack writes" \(t :: Tree) ->
    conjoin
      [ transform (same @Compact @Indexed) (pack t) === pack t,
        transform (same @Indexed @PackedDataFieldSizes) (pack t) === pack t,
        transform (same @PackedDataSkipLast @Compact) (pack t) === pack t,
        transform (same @PackedData @Indexed) (pack t) === pack t
      ]

same :: (Layout l, Layout k) => Transform l k '(Tree : r, Tree : q) '(r, q) ()
same = transformTree (mapField id) (onField same R.>> onField same)

sumOf :: Tree -> Int
sumOf (Leaf n) = n
sumOf (Node a b) = sumOf a + sumOf b

rightMostOf :: Tree -> Int
rightMostOf (Leaf n) = n
rightMostOf (Node _ b) = rightMostOf b

mapTree :: (Int -> Int) -> Tree -> Tree
mapTree f (Leaf n) = Leaf (f n)
mapTree f (Node a b) = Node (mapTree f a) (mapTree f b)

sumTree, sumUnrolled, rightMost, thirdRightMost :: forall l r. Layout l => Reader l (Tree : r) r Int
sumTree = caseTree readField R.do
  left <- field sumTree
  right <- field sumTree
  R.return (left + right)
sumUnrolled = fixReader \(self :: forall x. Reader l (Tree : x) x Int) ->
  caseTree readField (field self R.>>= \left -> field self R.>>= \right -> R.return (left + right))
rightMost = caseTree readField (skipField R.>> field rightMost)
-- Cases within cases: the right-most number of the left subtree, if the right subtree is a leaf.
thirdRightMost =
  caseTree (skipField R.>> R.return 0) R.do
    left <- field rightMost
    right <- field (caseTree (skipField R.>> R.return True) (skipField R.>> skipField R.>> R.return False))
    R.return (if right then left else 0)

sumView :: Layout l => View l Tree -> Int
sumView tree = case viewTree tree of
  LeafView n -> n
  NodeView left right -> sumView left + sumView right

-- Patterns that nest.
thirdView :: Layout l => View l Tree -> Int
thirdView (viewTree -> NodeView left (viewTree -> LeafView _)) = go left
  where
    go tree = case viewTree tree of
      NodeView _ right -> go right
      LeafView n -> n
thirdView _ = 0

third :: Tree -> Int
third (Node left (Leaf _)) = rightMostOf left
third _ = 0

buildTree :: Layout l => Tree -> Needs l (Tree : r) r
buildTree (Leaf n) = writeLeaf (value n)
buildTree (Node a b) = writeNode (buildTree a) (buildTree b)

startTree :: Layout l => Tree -> Needs l (Tree : r) r
startTree (Leaf n) = startLeaf (writeField n)
startTree (Node a b) = startNode R.do
  needField (startTree a)
  needField (startTree b)

increment :: Layout l => Transform l l '(Tree : r, Tree : q) '(r, q) ()
increment = transformTree (mapField (+ 1)) (onField increment R.>> onField increment)

-- The left subtree is copied as it is.
incrementRight :: Layout l => Transform l l '(Tree : r, Tree : q) '(r, q) ()
incrementRight = transformTree (mapField (+ 1)) (copyField R.>> onField incrementRight)

inLayout ::
  forall l.
  ( Frozen l,
    Stores l Tree,
    Stores l (Mixed Word16),
    Stores l Rose,
    Stores l Person,
    Stores l [Int64],
    Stores l [Tree],
    Stores l (Cells Int)
  ) =>
  String ->
  Spec
inLayout name = describe name do
  prop "sum" \t ->
    let p = pack @l t
     in (runReader sumTree p, runReader sumUnrolled p, sumView (view p)) === (sumOf t, sumOf t, sumOf t)
  prop "right-most" \t -> runReader rightMost (pack @l t) === rightMostOf t
  prop "cases and patterns that nest" \t ->
    let p = pack @l t
     in (runReader thirdRightMost p, thirdView (view p)) === (third t, third t)
  prop "builders write what pack writes" \t -> (finish (buildTree t), finish (startTree t)) === (pack @l t, pack @l t)
  prop "increment" \t -> transform increment (pack @l t) === pack (mapTree (+ 1) t)
  prop "a field that is copied" \t ->
    let expected (Leaf n) = Leaf (n + 1)
        expected (Node a b) = Node a (expected b)
     in transform incrementRight (pack @l t) === pack (expected t)
  prop "fields of a record, in the order of the declaration" \(m@(Mixed a b c d e f g) :: Mixed Word16) ->
    let p = pack @l m
        all' = caseMixed R.do
          a' <- readField
          b' <- readField
          c' <- readField
          d' <- readField
          e' <- readField
          f' <- readField
          g' <- readField
          R.return (a', b', c', d', e', f', g')
        some = caseMixed R.do
          skipField
          skipField
          c' <- readField
          skipField
          e' <- readField
          skipField
          g' <- readField
          R.return (c', e', g')
        seen' = case viewMixed (view p) of
          MixedView a' b' c' d' e' f' g' -> (a', get b', c', itemsOf d', e', get f', g')
        built =
          finish (writeMixed (value a) (value b) (value c) (items (map value d)) (value e) (buildTree f) (value g))
        started = finish (startMixed R.do
          { writeField a; writeField b; writeField c; writeField d; writeField e; writeField f; writeField g })
     in conjoin
          [ runReader all' p === (a, b, c, d, e, f, g),
            runReader some p === (c, e, g),
            seen' === (a, b, c, d, e, f, g),
            built === p,
            started === p
          ]
  prop "sequences" \(ns :: [Int64]) (i :: Word8) ->
    let p = pack @l ns
        at k = if k < length ns then Just (ns !! k) else Nothing
        k = fromIntegral i `mod` (length ns + 2)
     in conjoin
          [ runReader (foldItems 0 (\a -> reader R.>>= \n -> R.return (a + n))) p === sum ns,
            runReader countItems p === length ns,
            runReader (item k reader) p === at k,
            itemsOf (seen (view p)) === ns,
            countOf (seen (view p)) === length ns,
            itemOf k (seen (view p)) === at k
          ]
  prop "sequences of trees" \(ts :: [Tree]) (i :: Word8) ->
    let p = pack @l ts
        k = fromIntegral i `mod` (length ts + 2)
     in conjoin
          [ runReader (foldItems 0 (\a -> sumTree R.>>= \n -> R.return (a + n))) p === sum (map sumOf ts),
            runReader (item k sumTree) p === (if k < length ts then Just (sumOf (ts !! k)) else Nothing),
            fmap sumView (itemOf k (seen (view p))) === (if k < length ts then Just (sumOf (ts !! k)) else Nothing),
            runReader (item (-1) sumTree) p === Nothing,
            finish (items (map buildTree ts)) === p
          ]
  prop "roses" \(t :: Rose) ->
    let sumRose :: Layout k => Reader k (Rose : r) r Int
        sumRose = caseRose (readField R.>>= \n -> field sumRoses R.>>= \m -> R.return (n + m))
        sumRoses :: Layout k => Reader k ([Rose] : r) r Int
        sumRoses = foldItems 0 (\a -> sumRose R.>>= \m -> R.return (a + m))
        sumOfRose (Rose n ts) = n + sum (map sumOfRose ts)
     in runReader sumRose (pack @l t) === sumOfRose t
  prop "the last field in a loop" \(ns :: [Int]) ->
    let total :: Layout k => Int -> Reader k (Cells Int : r) r Int
        total !a = caseCells (R.return a) (readField R.>>= \n -> field (total (a + n)))
     in runReader (total 0) (pack @l (foldr Cell Nil ns)) === sum ns

strings :: forall l. (Frozen l, Stores l Texts, Stores l (Word8, Text, Word8)) => String -> Spec
strings name = describe ("strings in " ++ name) do
  prop "are borrowed" \(t :: Texts) ->
    let borrowed = caseTexts R.do
          a <- field readUtf8
          b <- field readBytes
          skipField
          skipField
          R.return (utf8ToText a, b)
     in runReader borrowed (pack @l t) === (title t, bytes t)
  prop "are seen" \(t :: Texts) ->
    case viewTexts (view (pack @l t)) of
      TextsView a b m k ->
        (utf8ToText a, b, [(utf8ToText key, itemsOf v) | Tuple2View key v <- map viewTuple2 (itemsOf m)], itemsOf k)
          === (title t, bytes t, Map.toList (byName t), foldr (:) [] (keys t))
  it "stay alive after the buffer" do
    let texts = Texts (Text.pack (replicate 5000 'x')) (Bytes.replicate 70000 7) Map.empty mempty
        piece = runReader (caseTexts R.do { skipField; b <- field readBytes; skipField; skipField; R.return b }) packed
        packed = pack @l texts
    Bytes.all (== 7) piece `shouldBe` True
    Bytes.length piece `shouldBe` 70000
