-- | Sequences: lists, and what is packed as a list.
module PackedData.Internal.Sequence
  ( skipSequence,
    putSequence,
    checkSequence,
    checkAscending,
    Items (..),
    seeItems,
    foldItems,
    countItems,
    item,
    items,
    itemsOf,
    countOf,
    itemOf,
  )
where

import Data.Kind (Type)
import Data.Proxy (Proxy (..))
import GHC.Exts hiding (Item)
import GHC.ForeignPtr (ForeignPtrContents (..))
import PackedData.Internal.Bytes
import PackedData.Internal.Check
import PackedData.Internal.Class
import PackedData.Internal.Reader
import PackedData.Internal.Result
import PackedData.Internal.Writer
import Prelude hiding (return, (>>), (>>=))

skipSequence :: forall l t u. (Layout l, Packable t) => Skip l u
skipSequence = skipElements (skipper @l @t)
{-# INLINE skipSequence #-}

-- | Writes a sequence of this many elements, each with a function of it.
putSequence ::
  forall l t x u r. (Layout l, Packable t) => (x -> Needs l '[t] '[]) -> Int -> [x] -> Needs l (u : r) r
putSequence = putElements (Proxy :: Proxy t)
{-# INLINE putSequence #-}

-- | Checks a sequence.
checkSequence :: forall l t u. (Layout l, Packable t) => Check l u
checkSequence = checkElements (checkIt @t @l) (\_ _ _ _ s -> (# s, () #)) ()
{-# INLINE checkSequence #-}

-- | Checks a sequence whose elements, each with this check, ascend; they are compared by what the reader makes of each.
checkAscending ::
  forall l t k u. (Layout l, Packable t, Ord k, Result k) => Check l t -> Reader l '[t] '[] k -> Check l u
checkAscending element (Reader f) = checkElements element compared Nothing
  where
    compared c path before p s = case openLazily (f FinalPtr nullAddr# p s) of
      (# s1, k #) -> case before of
        Nothing -> (# s1, Just k #)
        Just k0 -> case compare k0 k of
          LT -> (# s1, Just k #)
          EQ -> case refuse# c path p DuplicateKey s1 of (# s2, _ #) -> (# s2, before #)
          GT -> case refuse# c path p Unsorted s1 of (# s2, _ #) -> (# s2, before #)
    openLazily :: Result k => Out k -> (# State# RealWorld, k #)
    openLazily o = case open o of (# s, _, k #) -> (# s, k #)
{-# INLINE checkAscending #-}

-- | Reads the elements of a sequence from the first to the last, with an accumulator.
--
-- > total = foldItems 0 (\sum -> reader R.>>= \n -> R.return (sum + n))
--
-- >>> runReader (foldItems 0 (\total -> reader R.>>= \n -> R.return (total + n))) (pack @Indexed [1, 2, 3 :: Int])
-- 6
foldItems ::
  forall l t r b.
  (Layout l, Packable t, Result b) =>
  b ->
  (b -> Reader l '[t] '[] b) ->
  Reader l ([t] : r) r b
foldItems b0 f = Reader (\e _ p s -> case foldSequence# @l (Proxy :: Proxy t) (\b q s1 -> case f b of
  Reader g -> case open (g e nullAddr# q s1) of (# s2, q2, b2 #) -> (# s2, q2, b2 #)) b0 p s of
  (# s1, p1, b #) -> out s1 p1 b)
{-# INLINE foldItems #-}

-- | The number of elements: at once, but for the Haskell layouts, where they are counted.
--
-- >>> runReader countItems (pack @Compact "abc")
-- 3
countItems :: forall l t r. (Layout l, Packable t) => Reader l ([t] : r) r Int
countItems = Reader (\_ _ p s -> case count# (skipper @l @t) p s of
  (# s1, n #) -> case skipSequence @l @t of Skip f -> case f p s1 of (# s2, p2 #) -> out s2 p2 (I# n))
{-# INLINE countItems #-}

-- | Reads the element with this number, from 0: at once if elements have a static size or a table of ends, else after
-- those before it. 'Nothing' if there are not as many.
--
-- >>> runReader (item 1 sumTree) (pack @Indexed [Leaf 1, small])
-- Just 6
item ::
  forall l t r a.
  (Layout l, Packable t, Result a) =>
  Int ->
  Reader l '[t] '[] a ->
  Reader l ([t] : r) r (Maybe a)
item (I# i) (Reader f) = Reader (\e _ p s -> case find# (skipper @l @t) i p s of
  (# s1, q #) -> case skipSequence @l @t of
    Skip g -> case g p s1 of
      (# s2, p2 #)
        | bool (eqAddr# q nullAddr#) -> out s2 p2 Nothing
        | True -> case open (f e nullAddr# q s2) of (# s3, _, a #) -> out s3 p2 (Just a))
{-# INLINE item #-}

-- | Writes a sequence of what these write.
--
-- >>> finish (items [value 'a', value 'b']) == pack @Indexed "ab"
-- True
items :: forall l t r. (Layout l, Packable t) => [Needs l '[t] '[]] -> Needs l ([t] : r) r
items xs = putSequence @l @t id (length xs) xs
{-# INLINE items #-}

-- | A sequence where it is.
--
-- Invariant 6: as for a view.
data Items l (t :: Type) = Items Addr# ForeignPtrContents

type role Items nominal nominal

-- | The sequence at a view.
seeItems :: View l u -> Items l t
seeItems (View p c) = Items p c
{-# INLINE seeItems #-}

-- | What a view of each element shows.
--
-- >>> itemsOf (seen (view (pack @Indexed "abc")))
-- "abc"
itemsOf :: forall l t. (Layout l, Packable t) => Items l t -> [Seen l t]
itemsOf (Items p c) = seeElements (skipper @l @t) seeIt (View p c)

-- | The number of elements.
--
-- >>> countOf (seen (view (pack @Indexed "abc")) :: Items Indexed Char)
-- 3
countOf :: forall l t. (Layout l, Packable t) => Items l t -> Int
countOf (Items p c) = case count# (skipper @l @t) p realWorld# of (# s, n #) -> case touch# c s of _ -> I# n

-- | What a view of the element with this number shows. It takes constant time in @Indexed@.
--
-- >>> itemOf 2 (seen (view (pack @Indexed "abc")))
-- Just 'c'
itemOf :: forall l t. (Layout l, Packable t) => Int -> Items l t -> Maybe (Seen l t)
itemOf (I# i) (Items p c) = case find# (skipper @l @t) i p realWorld# of
  (# s, q #) -> case touch# c s of
    _
      | bool (eqAddr# q nullAddr#) -> Nothing
      | True -> Just (seeIt (View q c :: View l t))
{-# INLINE itemOf #-}
