-- | Fields and tags in each layout: what the methods of 'Layout' do.
module PackedData.Internal.Fields where

import Data.Proxy (Proxy (..))
import GHC.Exts
import PackedData.Internal.Bytes
import PackedData.Internal.Check
import PackedData.Internal.Class
import PackedData.Internal.Layout
import PackedData.Internal.Reader
import PackedData.Internal.Result
import PackedData.Internal.Writer
import Prelude hiding (return, (>>), (>>=))

-- | Whether a field is in the static part.
isStatic :: forall l t. (Kinded l, Packable t) => Bool
isStatic = staticFirst @l && extentOf @l @t >= 0
{-# INLINE isStatic #-}

-- | The size before a field.
data Size = None | Short | Long

sizeBefore :: forall l p t. (Kinded l, KnownPlace p, Packable t) => Size
sizeBefore = case kind @l of
  KCompact -> None
  KIndexed -> case place @p of
    Inner | extentOf @l @t == -2 -> Short
    _ -> None
  KPlain -> None
  KFieldSizes -> case place @p of
    Bare -> None
    _ -> Long
  KSkipLast -> case place @p of
    Inner -> Long
    _ -> None
{-# INLINE sizeBefore #-}

-- Tags.

loadTag :: forall l. Kinded l => Con -> Addr# -> State# RealWorld -> (# State# RealWorld, Int#, Addr# #)
loadTag con p s = case con of
  Struct -> if cells @l then (# s, 0#, plusAddr# p 1# #) else (# s, 0#, p #)
  Sum n -> case tagBytes @l n of
    I# w -> case loadTag# w p s of (# s1, tag #) -> (# s1, tag, plusAddr# p w #)
{-# INLINE loadTag #-}

putTag ::
  forall l.
  Kinded l =>
  Con ->
  Int# ->
  W ->
  Addr# ->
  Addr# ->
  State# RealWorld ->
  (# State# RealWorld, Addr#, Addr# #)
putTag con tag w p0 e0 s0 = case con of
  Struct | not (cells @l) -> (# s0, p0, e0 #)
  _ -> case constructors con of
    I# count -> case tagBytes @l (I# count) of
      I# n -> reserve# w n p0 e0 s0 (\p e s -> case storeTag# n p tag s of s1 -> (# s1, plusAddr# p n, e #))
{-# INLINE putTag #-}

-- | The number of constructors.
constructors :: Con -> Int
constructors con = case con of
  Struct -> 1
  Sum n -> n
{-# INLINE constructors #-}

checkTag :: forall l t. Kinded l => Con -> (Int -> Check l t) -> Check l t
checkTag con f = Check (\c path levels exact p end s -> case con of
  Struct | not (cells @l) -> case f 0 of Check g -> g c path levels exact p end s
  _ -> case constructors con of
    I# count -> case tagBytes @l (I# count) of
      I# w -> needs# w c path p end s (\s1 -> case loadTag# w p s1 of
        (# s2, tag #)
          | isTrue# (tag >=# count) -> refuse# c path p (InvalidTag (I# tag) (I# count)) s2
          | True -> case f (I# tag) of Check g -> g c path levels exact (plusAddr# p w) end s2))
{-# INLINE checkTag #-}

-- The static part.

enter :: forall l ts. (Kinded l, Before ts) => Proxy# ts -> Addr# -> Addr#
enter _ p = if staticFirst @l then case staticBefore @ts @l of I# n -> plusAddr# p n else p
{-# INLINE enter #-}

leave ::
  forall l ts.
  (Kinded l, Before ts) =>
  Proxy# ts ->
  W ->
  Addr# ->
  Addr# ->
  State# RealWorld ->
  (# State# RealWorld, Int#, Addr#, Addr# #)
leave _ w p e s = if staticFirst @l
  then case staticBefore @ts @l of
    0 -> (# s, 0#, p, e #)
    I# n -> reserve# w n p e s (\p1 e1 s1 -> case base# w s1 of
      (# s2, begin #) -> (# s2, minusAddr# p1 begin, plusAddr# p1 n, e1 #))
  else (# s, 0#, p, e #)
{-# INLINE leave #-}

-- Reading.

fieldAt ::
  forall l b p t.
  (Kinded l, Before b, KnownPlace p, Packable t) =>
  Proxy (Field b p t) ->
  Addr# ->
  Addr# ->
  State# RealWorld ->
  (# State# RealWorld, Addr# #)
fieldAt _ b p s = if isStatic @l @t
  then case staticBefore @b @l of I# o -> (# s, plusAddr# b o #)
  else case sizeBefore @l @p @t of
    None -> (# s, p #)
    Short -> afterVarint# p s
    Long -> (# s, plusAddr# p 4# #)
{-# INLINE fieldAt #-}

afterField :: forall l t. (Kinded l, Packable t) => Proxy t -> Addr# -> Addr# -> Addr#
afterField _ p end = if isStatic @l @t then p else end
{-# INLINE afterField #-}

fieldOf ::
  forall l b p t r a.
  (Kinded l, Before b, KnownPlace p, Packable t, Result a) =>
  Reader l (t : r) r a ->
  Reader l (Field b p t : r) r a
fieldOf (Reader f) = Reader (\e b p s -> if isStatic @l @t
  then case staticBefore @b @l of
    I# o -> case open (f e nullAddr# (plusAddr# b o) s) of (# s1, _, a #) -> out s1 p a
  else case sizeBefore @l @p @t of
    None -> f e nullAddr# p s
    Short -> case afterVarint# p s of (# s1, p1 #) -> f e nullAddr# p1 s1
    Long -> f e nullAddr# (plusAddr# p 4#) s)
{-# INLINE fieldOf #-}

pastField ::
  forall l p t.
  (Kinded l, KnownPlace p, Packable t) =>
  Proxy p ->
  Skip l t ->
  Addr# ->
  State# RealWorld ->
  (# State# RealWorld, Addr# #)
pastField _ (Skip walk) p s = if isStatic @l @t
  then (# s, p #)
  else case sizeBefore @l @p @t of
    None -> walk p s
    Short -> case loadVarint# p s of (# s1, p1, n #) -> (# s1, plusAddr# p1 n #)
    Long -> case load32# p s of (# s1, n #) -> (# s1, plusAddr# p (n +# 4#) #)
{-# INLINE pastField #-}

foundAtOnce :: forall l p t. (Kinded l, KnownPlace p, Packable t) => Proxy p -> Proxy t -> Bool
foundAtOnce _ _ = extentOf @l @t >= 0 || case sizeBefore @l @p @t of
  None -> False
  _ -> True
{-# INLINE foundAtOnce #-}

skipsField :: forall l p t. (Kinded l, KnownPlace p, Packable t) => Proxy p -> Skip l t -> Skips l
skipsField proxy walk = if isStatic @l @t
  then case extentOf @l @t of I# n -> Skips n (\p s -> (# s, p #))
  else Skips 0# (\p s -> pastField @l @p @t proxy walk p s)
{-# INLINE skipsField #-}

-- Writing.

putField ::
  forall l b p t a.
  (Kinded l, Before b, KnownPlace p, Packable t) =>
  Proxy (Field b p t) ->
  (Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr#, Addr#, Addr#, a #)) ->
  W ->
  Int# ->
  Addr# ->
  Addr# ->
  State# RealWorld ->
  (# State# RealWorld, Addr#, Addr#, Addr#, a #)
putField _ f w b p0 e0 s0 = if isStatic @l @t
  then case base# w s0 of
    (# s1, begin #) -> case staticBefore @b @l of
      I# o -> case f (plusAddr# begin (b +# o)) e0 s1 of (# s2, x, _, _, a #) -> (# s2, x, p0, e0, a #)
  else putSized @l @p @t f w p0 e0 s0
{-# INLINE putField #-}

needFieldOf ::
  forall l b p t r a.
  (Kinded l, Before b, KnownPlace p, Packable t) =>
  Writer l '[t] '[] a ->
  Writer l (Field b p t : r) r a
needFieldOf (Writer f) = Writer (\w b p0 e0 s0 ->
  case putField @l (Proxy :: Proxy (Field b p t)) (\p e s -> case f w 0# p e s of
    (# s1, p1, e1, a #) -> (# s1, p1, p1, e1, a #)) w b p0 e0 s0 of
    (# s1, _, p1, e1, a #) -> (# s1, p1, e1, a #))
{-# INLINE needFieldOf #-}

-- | Writes a field with its size, if it has one.
putSized ::
  forall l p t a.
  (Kinded l, KnownPlace p, Packable t) =>
  (Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr#, Addr#, Addr#, a #)) ->
  W ->
  Addr# ->
  Addr# ->
  State# RealWorld ->
  (# State# RealWorld, Addr#, Addr#, Addr#, a #)
putSized f w p0 e0 s0 = case sizeBefore @l @p @t of
  None -> f p0 e0 s0
  Short -> case beginShort# w p0 e0 s0 of
    (# s1, offset, extra, before, p1, e1 #) -> case f p1 e1 s1 of
      (# s2, x, p2, e2, a #) -> case endShort# w offset extra before p2 e2 s2 of
        (# s3, p3, e3 #) -> (# s3, x, p3, e3, a #)
  Long -> case beginLong# w p0 e0 s0 of
    (# s1, offset, p1, e1 #) -> case f p1 e1 s1 of
      (# s2, x, p2, e2, a #) -> case endLong# w offset p2 e2 s2 of
        (# s3, p3, e3 #) -> (# s3, x, p3, e3, a #)
{-# INLINE putSized #-}

putsField :: forall l p t. (Kinded l, KnownPlace p, Packable t) => Proxy p -> Proxy t -> Needs l '[t] '[] -> Puts l
putsField _ _ (Writer f) = if isStatic @l @t
  then Puts (\w b p e s -> f w b p e s) done
  else Puts done (\w _ p0 e0 s0 -> case putSized @l @p @t (\p e s -> case f w 0# p e s of
    (# s1, p1, e1, a #) -> (# s1, p1, p1, e1, a #)) w p0 e0 s0 of
    (# s1, _, p1, e1, a #) -> (# s1, p1, e1, a #))
  where
    done :: Putting
    done _ _ p e s = (# s, p, e, () #)
    {-# INLINE done #-}
{-# INLINE putsField #-}

-- Checking.

checksField ::
  forall l p t. (Kinded l, KnownPlace p, Packable t) => Proxy p -> Check l t -> String -> String -> Checks l
checksField _ (Check f) name label = if isStatic @l @t
  then Checks (\c path levels _ p end s -> case into path name label of
    !inside -> fixed c inside levels nullAddr# p end s) done
  else Checks done (\c path levels sized p end s -> case inner path of
    !inside -> case sizeBefore @l @p @t of
      None -> case place @p of
        Inner -> deeper c inside levels p end s
        _ -> fixed c inside levels sized p end s
      Short -> case size# c inside p end s of
        (# s1, p1, n #) -> case deeper c inside levels p1 end s1 of
          (# s2, p2 #) -> ofSize# c inside p n (minusAddr# p2 p1) p2 s2
      Long -> case needs# 4# c inside p end s (\s1 -> (# s1, plusAddr# p 4# #)) of
        (# s1, p1 #) -> case place @p of
          Inner -> case deeper c inside levels p1 end s1 of
            (# s2, p2 #) -> case load32# p s2 of (# s3, n #) -> ofSize# c inside p n (minusAddr# p2 p1) p2 s3
          _ -> case sameEnd# c inside sized p s1 of
            (# s2, first #) -> f c inside levels first p1 end s2)
  where
    done :: Checking
    done _ _ _ _ p _ s = (# s, p #)
    {-# INLINE done #-}
    inner path = case place @p of
      Inner -> into path name label
      _ -> intoLast path name label
    {-# INLINE inner #-}
    -- A field whose bytes are all there, if their number is known.
    fixed :: Checking
    fixed c path levels sized p end s = case extentOf @l @t of
      I# n
        | isTrue# (n >=# 0#) -> needs# n c path p end s (\s1 -> f c path levels sized p end s1)
        | True -> f c path levels sized p end s
    {-# INLINE fixed #-}
    -- A field that is not the last one.
    deeper :: C -> Path -> Int# -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)
    deeper c path levels p end s =
      deeper# @l @t c path levels p s (\left s1 -> fixed c path left nullAddr# p end s1)
    {-# INLINE deeper #-}
{-# INLINE checksField #-}

-- | A size before a field: the position after it, and the size.
size# :: C -> Path -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr#, Int# #)
size# c path p end s = case needs# 1# c path p end s (\s1 -> (# s1, p #)) of
  (# s1, _ #) -> case load8# p s1 of
    (# s2, n #)
      | isTrue# (n <# 252#) -> (# s2, plusAddr# p 1#, n #)
      | True -> longVarint# n c path p end s2
{-# INLINE size# #-}

-- | Compares the size that is stated at this position with the actual one; returns the end of the value.
ofSize# :: C -> Path -> Addr# -> Int# -> Int# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)
ofSize# c path p stated actual end s
  | isTrue# (stated ==# actual) = (# s, end #)
  | True = mismatch# c path p stated actual s
{-# INLINE ofSize# #-}

-- | Compares where the size before a last field says that it ends with where the first such size does, if there was one
-- before. Returns the position of the first one.
sameEnd# :: C -> Path -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)
sameEnd# c path first p s
  | isTrue# (eqAddr# first nullAddr#) = (# s, p #)
  | True = case load32# first s of
    (# s1, all# #) -> case load32# p s1 of
      (# s2, n #) -> case all# -# minusAddr# p first of
        rest
          | isTrue# (n ==# rest) -> (# s2, first #)
          | isTrue# (rest <# 0#) -> mismatch# c path p n 0# s2
          | True -> mismatch# c path p n rest s2
