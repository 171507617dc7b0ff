-- | Sequences: lists, and what is packed as a list.
module PackedData.Internal.Sequence
  ( foldSequence#,
    skipSequence,
    putSequence,
    checkSequence,
    checkAscending,
    Items (..),
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
import GHC.Exts hiding (Item)
import GHC.ForeignPtr (ForeignPtrContents (..))
import PackedData.Internal.Bytes
import PackedData.Internal.Check
import PackedData.Internal.Class
import PackedData.Internal.Layout
import PackedData.Internal.Reader
import PackedData.Internal.Result
import PackedData.Internal.Writer
import Prelude hiding (return, (>>), (>>=))

-- | Whether the ends of the elements are in a table before them.
tabled :: forall l t. (Layout l, Packable t) => Bool
tabled = staticFirst @l && extentOf @l @t < 0
{-# INLINE tabled #-}

-- | The count of a sequence that is no chain of cells, where its table begins, and where its elements begin.
header# ::
  forall l t.
  (Layout l, Packable t) =>
  Addr# ->
  State# RealWorld ->
  (# State# RealWorld, Int#, Int#, Addr#, Addr# #)
header# p s = case loadVarint# p s of
  (# s1, p1, h #)
    | tabled @l @t ->
      let n = uncheckedIShiftRL# h 2#
          w = uncheckedIShiftL# 1# (andI# h 3#)
       in (# s1, n, w, p1, plusAddr# p1 (n *# w) #)
    | otherwise -> (# s1, h, 0#, p1, p1 #)
{-# INLINE header# #-}

-- | An entry of a table with entries of this width.
entry# :: Int# -> Addr# -> Int# -> State# RealWorld -> (# State# RealWorld, Int# #)
entry# w p i s = case w of
  1# -> load8# (plusAddr# p i) s
  2# -> case readWord16OffAddr# (plusAddr# p (2# *# i)) 0# s of (# s1, x #) -> (# s1, word2Int# x #)
  4# -> load32# (plusAddr# p (4# *# i)) s
  _ -> readIntOffAddr# (plusAddr# p (8# *# i)) 0# s
{-# INLINE entry# #-}

-- | Calls a function at each element, with an accumulator.
foldSequence# ::
  forall l t b.
  (Layout l, Packable t) =>
  (b -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr#, b #)) ->
  b ->
  Addr# ->
  State# RealWorld ->
  (# State# RealWorld, Addr#, b #)
foldSequence# f b0 p0 s0
  | cells @l =
    let go !b p s = case load8# p s of
          (# s1, 0# #) -> (# s1, plusAddr# p 1#, b #)
          (# s1, _ #) -> case f b (plusAddr# p 1#) s1 of (# s2, p1, b1 #) -> go b1 p1 s2
     in go b0 p0 s0
  | otherwise = case header# @l @t p0 s0 of
    (# s1, n, _, _, p1 #) ->
      let go _ !b 0# p s = (# s, p, b #)
          go u b i p s = case f b p s of (# s2, p2, b1 #) -> go u b1 (i -# 1#) p2 s2
       in go () b0 n p1 s1
{-# INLINE foldSequence# #-}

skipSequence :: forall l t u. (Layout l, Packable t) => Skip l u
skipSequence = Skip (\p s ->
  if cells @l
    then walk p s
    else case extentOf @l @t of
      I# w
        | bool (w >=# 0#) -> case loadVarint# p s of (# s1, p1, n #) -> (# s1, plusAddr# p1 (n *# w) #)
        | tabled @l @t -> case header# @l @t p s of
          (# s1, 0#, _, _, p1 #) -> (# s1, p1 #)
          (# s1, n, size, table, p1 #) -> case entry# size table (n -# 1#) s1 of
            (# s2, end #) -> (# s2, plusAddr# p1 end #)
        | otherwise -> walk p s)
  where
    walk p s = case foldSequence# @l @t (\_ q s1 -> case skip# @l @t q s1 of (# s2, q1 #) -> (# s2, q1, () #)) () p s of
      (# s1, p1, _ #) -> (# s1, p1 #)
{-# INLINE skipSequence #-}

-- | Writes a sequence of this many elements, each with a function of it.
putSequence ::
  forall l t x u r. (Layout l, Packable t) => (x -> Needs l '[t] '[]) -> Int -> [x] -> Needs l (u : r) r
putSequence put (I# n) xs
  | cells @l = Writer (\w _ p0 e0 s0 ->
    let go [] p e s = reserve# w 1# p e s (\p1 e1 s1 -> case store8# p1 0# s1 of
          s2 -> (# s2, plusAddr# p1 1#, e1, () #))
        go (y : ys) p e s = reserve# w 1# p e s (\p1 e1 s1 -> case store8# p1 1# s1 of
          s2 -> case put y of
            Writer f -> case f w 0# (plusAddr# p1 1#) e1 s2 of (# s3, p3, e3, _ #) -> go ys p3 e3 s3)
     in go xs p0 e0 s0)
  | tabled @l @t = Writer (\w _ p0 e0 s0 -> case n of
    0# -> reserve# w 1# p0 e0 s0 (\p e s -> case store8# p 0# s of s1 -> (# s1, plusAddr# p 1#, e, () #))
    _ -> case newByteArray# (8# *# n) s0 of
      (# s1, ends #) -> case base# w s1 of
        (# s2, begin #) -> case extra# w s2 of
          (# s3, extra #) -> case tail# w s3 of
            (# s4, before #) ->
              let offset = minusAddr# p0 begin
                  go i (y : ys) p e s | bool (i <# n) = case put y of
                    Writer f -> case f w 0# p e s of
                      (# s5, p5, e5, _ #) -> case base# w s5 of
                        (# s6, begin' #) -> case extra# w s6 of
                          (# s7, extra' #) ->
                            let end = minusAddr# p5 begin' -# offset +# extra' -# extra
                             in case writeIntArray# ends i end s7 of s8 -> go (i +# 1#) ys p5 e5 s8
                  go _ _ p e s = (# s, p, e #)
               in case go 0# xs p0 e0 s4 of
                    (# s5, p5, e5 #) -> case readIntArray# ends (n -# 1#) s5 of
                      (# s6, last# #) -> case table# w before offset n ends last# p5 e5 s6 of
                        (# s7, p7, e7 #) -> (# s7, p7, e7, () #))
  | otherwise = Writer (\w _ p0 e0 s0 -> reserve# w 9# p0 e0 s0 (\p e s -> case storeVarint# p n s of
    s1 ->
      let go [] q e1 s2 = (# s2, q, e1, () #)
          go (y : ys) q e1 s2 = case put y of
            Writer f -> case f w 0# q e1 s2 of (# s3, q3, e3, _ #) -> go ys q3 e3 s3
       in go xs (plusAddr# p (varintWidth# n)) e s1))
{-# INLINE putSequence #-}

-- | Inserts the header and the table of a sequence before its elements, which begin at this offset.
table# ::
  W ->
  Int# ->
  Int# ->
  Int# ->
  MutableByteArray# RealWorld ->
  Int# ->
  Addr# ->
  Addr# ->
  State# RealWorld ->
  (# State# RealWorld, Addr#, Addr# #)
table# w before offset n ends last# p e s = insertion# w before offset (varintWidth# h +# n *# size) fill p e s
  where
    !(# size, code #)
      | bool (last# <# 256#) = (# 1#, 0# #)
      | bool (last# <# 65536#) = (# 2#, 1# #)
      | bool (last# <# 4294967296#) = (# 4#, 2# #)
      | True = (# 8#, 3# #)
    h = 4# *# n +# code
    fill a s0 = case storeVarint# a h s0 of s1 -> entries 0# (plusAddr# a (varintWidth# h)) s1
    entries :: Int# -> Addr# -> State# RealWorld -> State# RealWorld
    entries i a s0
      | bool (i ==# n) = s0
      | True = case readIntArray# ends i s0 of
        (# s1, end #) -> case (case size of
          1# -> store8# a end s1
          2# -> writeWord16OffAddr# a 0# (int2Word# end) s1
          4# -> store32# a end s1
          _ -> writeIntOffAddr# a 0# end s1) of s2 -> entries (i +# 1#) (plusAddr# a size) s2
{-# NOINLINE table# #-}

-- | Checks a sequence.
checkSequence :: forall l t u. (Layout l, Packable t) => Check l u
checkSequence = checkElements @l @t (\_ _ _ _ s -> (# s, () #)) ()
{-# INLINE checkSequence #-}

-- | Checks a sequence whose elements ascend; they are compared by what the reader makes of each.
checkAscending :: forall l t k u. (Layout l, Packable t, Ord k, Result k) => Reader l '[t] '[] k -> Check l u
checkAscending (Reader f) = checkElements @l @t compared Nothing
  where
    compared c path before p s = case openLazily (f FinalPtr nullAddr# p s) of
      (# s1, k #) -> case before of
        Just k0 | not (k0 < k) -> case refuse# c path p WrongOrder s1 of (# s2, _ #) -> (# s2, before #)
        _ -> (# s1, Just k #)
    openLazily :: Result k => Out k -> (# State# RealWorld, k #)
    openLazily o = case open o of (# s, _, k #) -> (# s, k #)
{-# INLINE checkAscending #-}

-- | Checks the elements of a sequence; after each, a function of it and of the result before.
checkElements ::
  forall l t u b.
  (Layout l, Packable t) =>
  (C -> Path -> b -> Addr# -> State# RealWorld -> (# State# RealWorld, b #)) ->
  b ->
  Check l u
checkElements after b0 = Check (\c path levels0 exact p0 end s0 ->
  let at i = into c path "[]" (show (I# i))
      element i p s levels = f c (at i) levels nullAddr# p end s
      deeper ::
        Path ->
        Addr# ->
        State# RealWorld ->
        (Int# -> State# RealWorld -> (# State# RealWorld, Addr# #)) ->
        (# State# RealWorld, Addr# #)
      deeper inside p s k
        | extentOf @l @t >= 0 = k levels0 s
        | bool (levels0 ># 0#) = k (levels0 -# 1#) s
        | True = refuse# c inside p TooDeep s
      {-# INLINE deeper #-}
      nonEmpty inside p p1 s = if bool (eqAddr# p1 p) then emptyElements# 1# c inside p s else (# s, p #)
      {-# INLINE nonEmpty #-}
   in if cells @l
        then deeper path p0 s0 (\levels s1 ->
          let go !b i p s = needs# 1# c path p end s (\s2 -> case load8# p s2 of
                (# s3, 0# #) -> ends# @l c path exact (plusAddr# p 1#) s3
                (# s3, 1# #) -> case element i (plusAddr# p 1#) s3 levels of
                  (# s4, p4 #) -> case after c (at i) b (plusAddr# p 1#) s4 of
                    (# s5, b5 #) -> go b5 (i +# 1#) p4 s5
                (# s3, tag #) -> refuse# c path p (InvalidTag (I# tag)) s3)
           in go b0 0# p0 s1)
        else checkVarint# c path p0 end s0 (\p1 h s1 ->
          if tabled @l @t
            then
              let n = uncheckedIShiftRL# h 2#
                  w = uncheckedIShiftL# 1# (andI# h 3#)
                  left = minusAddr# end p1
               in case h of
                    0# -> ends# @l c path exact p1 s1
                    _
                      | bool (n ># quotInt# left w) -> refuse# c path end Truncated s1
                      | bool (n ==# 0#) -> refuse# c path p0 WrongTable s1
                      | True -> deeper path p0 s1 (\levels s2 ->
                        let first = plusAddr# p1 (n *# w)
                            go !b i p s
                              | bool (i ==# n) =
                                if bool (w ==# tableWidth (minusAddr# p first))
                                  then ends# @l c path exact p s
                                  else refuse# c path p0 WrongTable s
                              | True = case entry# w p1 i s of
                                (# s3, stop #) -> case element i p s3 levels of
                                  (# s4, p4 #)
                                    | bool (minusAddr# p4 first ==# stop) -> case after c (at i) b p s4 of
                                      (# s5, b5 #) -> go b5 (i +# 1#) p4 s5
                                    | True -> refuse# c (at i) p4 WrongSize s4
                         in go b0 0# first s2)
            else case extentOf @l @t of
              I# w
                | bool (w ># 0#) && bool (h ># quotInt# (minusAddr# end p1) w) -> refuse# c path end Truncated s1
                | True -> deeper path p0 s1 (\levels s2 ->
                  let go !b i p s
                        | bool (i ==# h) = ends# @l c path exact p s
                        | True = case element i p s levels of
                          (# s3, p3 #) -> case nonEmpty (at i) p p3 s3 of
                            (# s4, _ #) -> case after c (at i) b p s4 of
                              (# s5, b5 #) -> go b5 (i +# 1#) p3 s5
                   in go b0 0# p1 s2)))
  where
    Check f = checkIt @t @l
    tableWidth last#
      | bool (last# <# 256#) = 1#
      | bool (last# <# 65536#) = 2#
      | bool (last# <# 4294967296#) = 4#
      | True = 8#
{-# INLINE checkElements #-}

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
foldItems b0 f = Reader (\e _ p s -> case foldSequence# @l @t (\b q s1 -> case f b of
  Reader g -> case open (g e nullAddr# q s1) of (# s2, q2, b2 #) -> (# s2, q2, b2 #)) b0 p s of
  (# s1, p1, b #) -> out s1 p1 b)
{-# INLINE foldItems #-}

-- | The number of elements: at once, but for the Haskell layouts, where they are counted.
--
-- >>> runReader countItems (pack @Compact "abc")
-- 3
countItems :: forall l t r. (Layout l, Packable t) => Reader l ([t] : r) r Int
countItems = Reader (\_ _ p s -> case count# @l @t p s of
  (# s1, n #) -> case skipSequence @l @t of Skip f -> case f p s1 of (# s2, p2 #) -> out s2 p2 (I# n))
{-# INLINE countItems #-}

count# :: forall l t. (Layout l, Packable t) => Addr# -> State# RealWorld -> (# State# RealWorld, Int# #)
count# p s
  | cells @l = case foldSequence# @l @t more 0 p s of
    (# s1, _, I# n #) -> (# s1, n #)
  | otherwise = case header# @l @t p s of (# s1, n, _, _, _ #) -> (# s1, n #)
  where
    more (I# i) q s1 = case skip# @l @t q s1 of (# s2, q2 #) -> (# s2, q2, I# (i +# 1#) #)
    {-# INLINE more #-}
{-# INLINE count# #-}

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
item i (Reader f) = Reader (\e _ p s -> case find# @l @t i p s of
  (# s1, q #) -> case skipSequence @l @t of
    Skip g -> case g p s1 of
      (# s2, p2 #)
        | bool (eqAddr# q nullAddr#) -> out s2 p2 Nothing
        | True -> case open (f e nullAddr# q s2) of (# s3, _, a #) -> out s3 p2 (Just a))
{-# INLINE item #-}

-- | The position of the element with this number, or 'nullAddr#'.
find# :: forall l t. (Layout l, Packable t) => Int -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)
find# (I# i) p s
  | bool (i <# 0#) = (# s, nullAddr# #)
  | cells @l =
    let go k q s1 = case load8# q s1 of
          (# s2, 0# #) -> (# s2, nullAddr# #)
          (# s2, _ #)
            | bool (k ==# 0#) -> (# s2, plusAddr# q 1# #)
            | True -> case skip# @l @t (plusAddr# q 1#) s2 of (# s3, q3 #) -> go (k -# 1#) q3 s3
     in go i p s
  | otherwise = case header# @l @t p s of
    (# s1, n, w, table, first #)
      | bool (i >=# n) -> (# s1, nullAddr# #)
      | tabled @l @t ->
        if bool (i ==# 0#)
          then (# s1, first #)
          else case entry# w table (i -# 1#) s1 of (# s2, end #) -> (# s2, plusAddr# first end #)
      | True -> case extentOf @l @t of
        I# size
          | bool (size >=# 0#) -> (# s1, plusAddr# first (i *# size) #)
          | True ->
            let go k q s2
                  | bool (k ==# 0#) = (# s2, q #)
                  | True = case skip# @l @t q s2 of (# s3, q3 #) -> go (k -# 1#) q3 s3
             in go i first s1
{-# INLINE find# #-}

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

-- | What a view of each element shows.
--
-- >>> itemsOf (seen (view (pack @Indexed "abc")))
-- "abc"
itemsOf :: forall l t. (Layout l, Packable t) => Items l t -> [Seen l t]
itemsOf (Items p0 c) = case cells @l of
  True -> chain (Items p0 c)
  False -> case header# @l @t p0 realWorld# of
    (# s, n, _, _, first #) -> case touch# c s of _ -> counted (I# n) (Items first c)
  where
    chain :: Items l t -> [Seen l t]
    chain (Items p _) = case load8# p realWorld# of
      (# s, tag #) -> case touch# c s of
        _ -> case tag of
          0# -> []
          _ -> seeIt (View (plusAddr# p 1#) c :: View l t) : chain (next (Items (plusAddr# p 1#) c))
    counted :: Int -> Items l t -> [Seen l t]
    counted 0 _ = []
    counted n here@(Items p _) = seeIt (View p c :: View l t) : counted (n - 1) (next here)
    next :: Items l t -> Items l t
    next (Items p _) = case skip# @l @t p realWorld# of (# s, p1 #) -> case touch# c s of _ -> Items p1 c

-- | The number of elements.
--
-- >>> countOf (seen (view (pack @Indexed "abc")) :: Items Indexed Char)
-- 3
countOf :: forall l t. (Layout l, Packable t) => Items l t -> Int
countOf (Items p c) = case count# @l @t p realWorld# of (# s, n #) -> case touch# c s of _ -> I# n

-- | What a view of the element with this number shows. It takes constant time in 'Indexed'.
--
-- >>> itemOf 2 (seen (view (pack @Indexed "abc")))
-- Just 'c'
itemOf :: forall l t. (Layout l, Packable t) => Int -> Items l t -> Maybe (Seen l t)
itemOf i (Items p c) = case find# @l @t i p realWorld# of
  (# s, q #) -> case touch# c s of
    _
      | bool (eqAddr# q nullAddr#) -> Nothing
      | True -> Just (seeIt (View q c :: View l t))
{-# INLINE itemOf #-}
