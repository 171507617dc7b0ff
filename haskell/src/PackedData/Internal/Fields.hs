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
          | isTrue# (tag >=# count) -> refuse# c path p (InvalidTag (I# tag)) s2
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
  then Checks (\c path levels _ p end s -> case into c path name label of !inside -> f c inside levels nullAddr# p end s) done
  else Checks done (\c path levels exact p end s -> case sizeBefore @l @p @t of
    None -> case place @p of
      Inner -> case into c path name label of !inside -> deeper c inside levels nullAddr# p end s
      _ -> case into c path name label of !inside -> f c inside levels exact p end s
    Short ->
      let !inside = into c path name label
       in case sized# c inside p end s of
            (# s1, p1, stop #) -> upTo c inside levels p1 stop s1
    Long ->
      let !inside = into c path name label
       in needs# 4# c inside p end s (\s1 -> case load32# p s1 of
            (# s2, n #) ->
              let p1 = plusAddr# p 4#
               in case place @p of
                    Inner -> within c inside levels p1 n end s2
                    _ -> lastOne c inside levels exact p1 n end s2))
  where
    done :: Checking
    done _ _ _ _ p _ s = (# s, p #)
    {-# INLINE done #-}
    deeper :: Checking
    deeper c path levels exact p end s = case extentOf @l @t of
      I# n
        | isTrue# (n >=# 0#) -> f c path levels exact p end s
        | isTrue# (levels <=# 0#) -> refuse# c path p TooDeep s
        | True -> f c path (levels -# 1#) exact p end s
    {-# INLINE deeper #-}
    within :: C -> Path -> Int# -> Addr# -> Int# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)
    within c path levels p n end s = needs# n c path p end s (\s1 -> upTo c path levels p (plusAddr# p n) s1)
    {-# INLINE within #-}
    upTo :: C -> Path -> Int# -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)
    upTo c path levels p stop s = case deeper c path levels nullAddr# p stop s of
      (# s1, p1 #)
        | isTrue# (eqAddr# p1 stop) -> (# s1, p1 #)
        | True -> refuse# c path p1 WrongSize s1
    {-# INLINE upTo #-}
    lastOne :: C -> Path -> Int# -> Addr# -> Addr# -> Int# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)
    lastOne c path levels exact p n end s = needs# n c path p end s (\s1 ->
      let stop = plusAddr# p n
       in if isTrue# (eqAddr# exact nullAddr#) || isTrue# (eqAddr# exact stop)
            then f c path levels stop p stop s1
            else refuse# c path p WrongSize s1)
    {-# INLINE lastOne #-}
{-# INLINE checksField #-}

-- | A size before a field: where the value begins, and where it ends.
sized# :: C -> Path -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr#, Addr# #)
sized# c path p end s = case needs# 1# c path p end s (\s1 -> (# s1, p #)) of
  (# s1, _ #) -> case load8# p s1 of
    (# s2, n #)
      | isTrue# (n <# 252#) -> stated (plusAddr# p 1#) n s2
      | True -> case longVarint# n c path p end s2 of (# s3, p1, m #) -> stated p1 m s3
  where
    stated p1 n s1 = case needs# n c path p1 end s1 (\s2 -> (# s2, p1 #)) of
      (# s2, _ #) -> (# s2, p1, plusAddr# p1 n #)
{-# NOINLINE sized# #-}
