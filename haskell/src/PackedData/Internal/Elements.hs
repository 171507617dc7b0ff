-- | Sequences in each layout: what the methods of 'Layout' do.
module PackedData.Internal.Elements where

import Data.Proxy (Proxy (..))
import GHC.Exts
import PackedData.Internal.Bytes
import PackedData.Internal.Check
import PackedData.Internal.Class
import PackedData.Internal.Layout
import PackedData.Internal.Writer

-- | Whether the ends of the elements are in a table before them.
tabled :: forall l t. (Kinded l, Packable t) => Bool
tabled = staticFirst @l && extentOf @l @t < 0
{-# INLINE tabled #-}

-- | The count of a sequence that is no chain of cells, where its table begins, and where its elements begin.
header# ::
  forall l t.
  (Kinded l, Packable t) =>
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
  2# -> load16# (plusAddr# p (2# *# i)) s
  4# -> load32# (plusAddr# p (4# *# i)) s
  _ -> readIntOffAddr# (plusAddr# p (8# *# i)) 0# s
{-# INLINE entry# #-}

-- | Calls a function at each element, with an accumulator.
overElements ::
  forall l t b.
  (Kinded l, Packable t) =>
  Proxy t ->
  (b -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr#, b #)) ->
  b ->
  Addr# ->
  State# RealWorld ->
  (# State# RealWorld, Addr#, b #)
overElements _ f b0 p0 s0
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
{-# INLINE overElements #-}

pastElements :: forall l t u. (Kinded l, Packable t) => Skip l t -> Skip l u
pastElements (Skip next) = Skip (\p s ->
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
    walk p s = case overElements @l (Proxy :: Proxy t) step () p s of
      (# s1, p1, _ #) -> (# s1, p1 #)
    step _ q s = case next q s of (# s1, q1 #) -> (# s1, q1, () #)
    {-# INLINE step #-}
{-# INLINE pastElements #-}

-- | Writes a sequence of this many elements, each with a function of it.
putsElements ::
  forall l t x u r.
  (Kinded l, Packable t) =>
  Proxy t ->
  (x -> Needs l '[t] '[]) ->
  Int ->
  [x] ->
  Needs l (u : r) r
putsElements _ put (I# n) xs
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
{-# INLINE putsElements #-}

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
          2# -> store16# a end s1
          4# -> store32# a end s1
          _ -> writeIntOffAddr# a 0# end s1) of s2 -> entries (i +# 1#) (plusAddr# a size) s2
{-# NOINLINE table# #-}

-- | Checks the elements of a sequence; after each, a function of it and of the result before.
checksElements ::
  forall l t u b.
  (Kinded l, Packable t) =>
  Check l t ->
  (C -> Path -> b -> Addr# -> State# RealWorld -> (# State# RealWorld, b #)) ->
  b ->
  Check l u
checksElements (Check f) after b0 = Check (\c path levels0 sized p0 end s0 ->
  let element !b i p levels s = case intoElement path i of
        !inside -> case f c inside levels nullAddr# p end s of
          (# s1, p1 #) -> case after c inside b p s1 of (# s2, b1 #) -> (# s2, p1, b1 #)
      {-# INLINE element #-}
   in deeper# @l @t c path levels0 p0 s0 (\levels s1 ->
        if cells @l
          then
            let go !b i p s = needs# 1# c path p end s (\s2 -> case load8# p s2 of
                  (# s3, 0# #) -> endsHere @l c path sized (plusAddr# p 1#) s3
                  (# s3, 1# #) -> case element b i (plusAddr# p 1#) levels s3 of
                    (# s4, p4, b4 #) -> go b4 (i +# 1#) p4 s4
                  (# s3, tag #) -> refuse# c path p (InvalidTag (I# tag) 2) s3)
             in go b0 0# p0 s1
          else checkVarint# c path p0 end s1 (\p1 h s2 ->
            if tabled @l @t
              then
                let n = uncheckedIShiftRL# h 2#
                    w = uncheckedIShiftL# 1# (andI# h 3#)
                 in needsElements# n (w +# 1#) c path p1 end s2 (\s3 ->
                      let first = plusAddr# p1 (n *# w)
                          go !b i p s
                            | bool (i ==# n) = narrowest# c path p0 w (minusAddr# p first) p s
                            | True = case element b i p levels s of
                              (# s4, p4, b4 #) -> case entry# w p1 i s4 of
                                (# s5, stated #)
                                  | bool (minusAddr# p4 first ==# stated) -> go b4 (i +# 1#) p4 s5
                                  | True -> mismatch# c path (plusAddr# p1 (i *# w)) stated (minusAddr# p4 first) s5
                       in go b0 0# first s3)
              else case (if extentOf @l @t >= 0 then extentOf @l @t else 1) of
                I# w -> needsElements# h w c path p1 end s2 (\s3 ->
                  case (if isTrue# (w ==# 0#) then emptyElements# h c path p0 s3 else (# s3, p0 #)) of
                    (# s4, _ #) ->
                      let go !b i p s
                            | bool (i ==# h) = (# s, p #)
                            | True = case element b i p levels s of (# s5, p5, b5 #) -> go b5 (i +# 1#) p5 s5
                       in go b0 0# p1 s4))))
{-# INLINE checksElements #-}

-- | Whether entries of this width are as narrow as the last end allows; returns the end of the sequence.
narrowest# :: C -> Path -> Addr# -> Int# -> Int# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)
narrowest# c path p w last# end s
  | bool (w ==# least) = (# s, end #)
  | True = refuse# c path p (NotMinimal (W# (int2Word# last#))) s
  where
    !least
      | bool (last# <# 256#) = 1#
      | bool (last# <# 65536#) = 2#
      | bool (last# <# 4294967296#) = 4#
      | True = 8#
{-# NOINLINE narrowest# #-}

countElements ::
  forall l t. (Kinded l, Packable t) => Skip l t -> Addr# -> State# RealWorld -> (# State# RealWorld, Int# #)
countElements (Skip next) p s
  | cells @l = case overElements @l (Proxy :: Proxy t) more 0 p s of
    (# s1, _, I# n #) -> (# s1, n #)
  | otherwise = case header# @l @t p s of (# s1, n, _, _, _ #) -> (# s1, n #)
  where
    more (I# i) q s1 = case next q s1 of (# s2, q2 #) -> (# s2, q2, I# (i +# 1#) #)
    {-# INLINE more #-}
{-# INLINE countElements #-}

-- | The position of the element with this number, or 'nullAddr#'.
findElement ::
  forall l t. (Kinded l, Packable t) => Skip l t -> Int# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)
findElement (Skip next) i p s
  | bool (i <# 0#) = (# s, nullAddr# #)
  | cells @l =
    let go k q s1 = case load8# q s1 of
          (# s2, 0# #) -> (# s2, nullAddr# #)
          (# s2, _ #)
            | bool (k ==# 0#) -> (# s2, plusAddr# q 1# #)
            | True -> case next (plusAddr# q 1#) s2 of (# s3, q3 #) -> go (k -# 1#) q3 s3
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
                  | True = case next q s2 of (# s3, q3 #) -> go (k -# 1#) q3 s3
             in go i first s1
{-# INLINE findElement #-}

-- | What a function shows of each element of the sequence at a view.
seenElements :: forall l t u x. (Kinded l, Packable t) => Skip l t -> (View l t -> x) -> View l u -> [x]
seenElements (Skip next) see (View p0 c)
  | cells @l = chain p0
  | otherwise = case header# @l @t p0 realWorld# of
    (# s, n, _, _, first #) -> case touch# c s of _ -> counted n first
  where
    chain p = case load8# p realWorld# of
      (# s, tag #) -> case touch# c s of
        _ -> case tag of
          0# -> []
          _ -> case plusAddr# p 1# of q -> see (View q c) : after q chain
    counted 0# _ = []
    counted n p = see (View p c) : after p (counted (n -# 1#))
    after :: Addr# -> (Addr# -> [x]) -> [x]
    after p k = case next p realWorld# of (# s, p1 #) -> case touch# c s of _ -> k p1
{-# INLINE seenElements #-}
