{-# LANGUAGE PolyKinds #-}

-- | Writers: functions that append bytes to a buffer that grows.
--
-- Sizes and tables come before what they describe, and take as many bytes as they need, which is known only afterwards.
-- A size has one byte reserved. If it needs more, or if a table comes in, the insertion is either made at once, when
-- few bytes have to move, or noted. 'finishWriter#' makes all noted insertions in one pass, so the work is linear.
module PackedData.Internal.Writer
  ( Writer (..),
    W,
    Needs,
    TooLarge (..),
    newW,
    finishWriter#,
    reserve#,
    base#,
    beginShort#,
    endShort#,
    beginLong#,
    endLong#,
    extra#,
    insertion#,
    tail#,
    writeBytes#,
  )
where

import Control.Exception (Exception (..))
import Data.ByteString.Internal (ByteString (..))
import Data.Kind (Type)

import GHC.Exts
import GHC.ForeignPtr (ForeignPtr (..), ForeignPtrContents (..))
import PackedData.Internal.Bytes
import PackedData.Internal.Reader (IxMonad (..), Unconstrained)
import Prelude hiding ((>>), (>>=), return)

-- | A computation that writes, with a result. Before it, the buffer needs values of the types @n@; after it, those of
-- the types @m@ are still needed.
--
-- Invariant 3: between the buffer's beginning and the position are valid bytes of all that is no longer needed, but for
-- what is noted; the capacity ends at the second position, and the position is not after it.
--
-- The arguments are the buffer, the offset of the static fields of the constructor that is written now, the position,
-- and the end of the capacity.
--
-- >>> unpack (finish (value 'a' :: Writer Compact '[Char] '[] ()))
-- 'a'
newtype Writer (l :: Type) (n :: [Type]) (m :: [Type]) a
  = Writer (W -> Int# -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr#, Addr#, a #))

type role Writer nominal nominal nominal representational

-- | Writes what @n@ needs; @m@ is still needed afterwards.
--
-- >>> unpack (finish (value 'a' :: Needs Compact '[Char] '[]))
-- 'a'
type Needs l n m = Writer l n m ()

instance Functor (Writer l n m) where
  fmap f (Writer g) = Writer (\w b p e s -> case g w b p e s of (# s1, p1, e1, a #) -> (# s1, p1, e1, f a #))
  {-# INLINE fmap #-}

instance IxMonad (Writer l) where
  type Ok (Writer l) a = Unconstrained a
  Writer m >>= k =
    Writer (\w b p e s -> case m w b p e s of (# s', p', e', a #) -> case k a of Writer f -> f w b p' e' s')
  {-# INLINE (>>=) #-}
  Writer m >> Writer f = Writer (\w b p e s -> case m w b p e s of (# s', p', e', _ #) -> f w b p' e' s')
  {-# INLINE (>>) #-}
  return a = Writer (\_ _ p e s -> (# s, p, e, a #))
  {-# INLINE return #-}

-- | A buffer that is written.
type W = MutVar# RealWorld Buffer

-- | The bytes (pinned); the words that 'extraAt' and its like index; the insertions, four words each; what they insert.
data Buffer
  = Buffer
      (MutableByteArray# RealWorld)
      (MutableByteArray# RealWorld)
      (MutableByteArray# RealWorld)
      (MutableByteArray# RealWorld)

-- | A field that is too large for its size of four bytes: more than 2^31 - 1 bytes, in
-- 'PackedData.PackedDataFieldSizes' or 'PackedData.PackedDataSkipLast'.
--
-- >>> TooLarge 2147483648
-- TooLarge {tooLargeBytes = 2147483648}
newtype TooLarge = TooLarge {tooLargeBytes :: Int}
  deriving (Eq, Show)

instance Exception TooLarge where
  displayException (TooLarge n) = "a field of " ++ show n ++ " bytes does not fit into a size of four bytes"

-- Indices into the words: the sum of all noted insertions in bytes; the insertion after which the next one comes; the
-- number of insertions; the bytes of what they insert.
extraAt, tailAt, countAt, payloadAt :: Int -> Int
extraAt x = x
tailAt x = x + 1
countAt x = x + 2
payloadAt x = x + 3

word# :: Int -> MutableByteArray# RealWorld -> State# RealWorld -> (# State# RealWorld, Int# #)
word# (I# i) a s = readIntArray# a i s
{-# INLINE word# #-}

setWord# :: Int -> MutableByteArray# RealWorld -> Int# -> State# RealWorld -> State# RealWorld
setWord# (I# i) a n s = writeIntArray# a i n s
{-# INLINE setWord# #-}

-- | A new buffer with this capacity: the buffer, and where it begins and ends.
newW :: Int# -> State# RealWorld -> (# State# RealWorld, W, Addr#, Addr# #)
newW n s0 = case newPinnedByteArray# n s0 of
  (# s1, bytes #) -> case newByteArray# 32# s1 of
    (# s2, hd #) -> case setByteArray# hd 0# 32# 0# s2 of
      s3 -> case newByteArray# 0# s3 of
        (# s4, none #) -> case newMutVar# (Buffer bytes hd none none) s4 of
          (# s5, w #) -> let p = contents# bytes in (# s5, w, p, plusAddr# p n #)

-- | Where the bytes of a pinned array begin.
contents# :: MutableByteArray# RealWorld -> Addr#
contents# a = byteArrayContents# (unsafeCoerce# a)
{-# INLINE contents# #-}

-- | Where the bytes begin.
base# :: W -> State# RealWorld -> (# State# RealWorld, Addr# #)
base# w s = case readMutVar# w s of (# s1, Buffer bytes _ _ _ #) -> (# s1, contents# bytes #)
{-# INLINE base# #-}

-- | Continues with capacity for this many bytes.
reserve# ::
  forall (rep :: RuntimeRep) (r :: TYPE rep).
  W ->
  Int# ->
  Addr# ->
  Addr# ->
  State# RealWorld ->
  (Addr# -> Addr# -> State# RealWorld -> r) ->
  r
reserve# w n p e s k =
  -- (What follows is written once, so that GHC makes a join point of it, and does not double it at each field.)
  case (case n <=# minusAddr# e p of
    1# -> (# s, p, e #)
    _ -> grow# w n p s) of (# s1, p1, e1 #) -> k p1 e1 s1
{-# INLINE reserve# #-}

grow# :: W -> Int# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr#, Addr# #)
grow# w n p s0 = case readMutVar# w s0 of
  (# s1, Buffer bytes hd entries payload #) -> case getSizeofMutableByteArray# bytes s1 of
    (# s2, old #) ->
      let used = minusAddr# p (contents# bytes)
          needed = used +# n
          twice = old *# 2#
          new = if isTrue# (needed ># twice) then needed else twice
       in case newPinnedByteArray# new s2 of
            (# s3, larger #) -> case copyMutableByteArray# bytes 0# larger 0# used s3 of
              s4 -> case writeMutVar# w (Buffer larger hd entries payload) s4 of
                s5 ->
                  let b = contents# larger
                   in (# s5, plusAddr# b used, plusAddr# b new #)
{-# NOINLINE grow# #-}

-- | The bytes that noted insertions add.
extra# :: W -> State# RealWorld -> (# State# RealWorld, Int# #)
extra# w s = case readMutVar# w s of (# s1, Buffer _ hd _ _ #) -> word# (extraAt 0) hd s1
{-# INLINE extra# #-}

-- | The insertion after which the next one comes.
tail# :: W -> State# RealWorld -> (# State# RealWorld, Int# #)
tail# w s = case readMutVar# w s of (# s1, Buffer _ hd _ _ #) -> word# (tailAt 0) hd s1
{-# INLINE tail# #-}

-- | Leaves a byte for the size of what is written next: what 'endShort#' needs (the offset of that byte, the bytes that
-- insertions add, the insertion after which the next one comes), the position after it, and the end of the capacity.
--
-- (It is called, not inlined, so that code that writes many fields stays small.)
beginShort# ::
  W -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Int#, Int#, Int#, Addr#, Addr# #)
beginShort# w p0 e0 s0 = reserve# w 1# p0 e0 s0 (\p e s1 -> case readMutVar# w s1 of
  (# s2, Buffer bytes hd _ _ #) -> case word# (extraAt 0) hd s2 of
    (# s3, extra #) -> case word# (tailAt 0) hd s3 of
      (# s4, before #) -> (# s4, minusAddr# p (contents# bytes), extra, before, plusAddr# p 1#, e #))
{-# NOINLINE beginShort# #-}

-- | Writes the size, a short varint, of what was written since 'beginShort#'.
endShort# ::
  W -> Int# -> Int# -> Int# -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr#, Addr# #)
endShort# w offset extra before p e s0 = case readMutVar# w s0 of
  (# s1, Buffer bytes hd _ _ #) -> case word# (extraAt 0) hd s1 of
    (# s2, extra' #) ->
      let start = plusAddr# (contents# bytes) offset
          n = minusAddr# p start -# 1# +# extra' -# extra
       in if isTrue# (n <# 252#)
            then case store8# start n s2 of s3 -> (# s3, p, e #)
            else widen# w before offset n p e s2
{-# NOINLINE endShort# #-}

-- | Leaves four bytes for the size of what is written next: their offset, the position after them, and the end of the
-- capacity.
beginLong# :: W -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Int#, Addr#, Addr# #)
beginLong# w p0 e0 s0 = reserve# w 4# p0 e0 s0 (\p e s1 -> case base# w s1 of
  (# s2, begin #) -> (# s2, minusAddr# p begin, plusAddr# p 4#, e #))
{-# NOINLINE beginLong# #-}

-- | Writes the size, in four bytes, of what was written since 'beginLong#'.
endLong# :: W -> Int# -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr#, Addr# #)
endLong# w offset p e s0 = case base# w s0 of
  (# s1, begin #) ->
    let start = plusAddr# begin offset
        n = minusAddr# p start -# 4#
     in if isTrue# (n ># 2147483647#)
          then case raiseIO# (toException (TooLarge (I# n))) s1 of (# s2, _ #) -> (# s2, p, e #)
          else case store32# start n s1 of s2 -> (# s2, p, e #)
{-# NOINLINE endLong# #-}

-- | Writes a size that does not fit into the byte that was reserved for it, at this offset.
widen# :: W -> Int# -> Int# -> Int# -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr#, Addr# #)
widen# w before offset n p e s0 =
  let width = varintWidth# n -# 1#
      !(# first, fill #)
        | isTrue# (n <# 65536#) = (# 252#, \a s -> store16# a n s #)
        | isTrue# (n <# 4294967296#) = (# 253#, \a s -> store32# a n s #)
        | True = (# 254#, \a s -> writeIntOffAddr# a 0# n s #)
   in case base# w s0 of
        (# s1, begin #) -> case store8# (plusAddr# begin offset) first s1 of
          s2 -> insertion# w before (offset +# 1#) width fill p e s2
{-# NOINLINE widen# #-}

-- | Inserts bytes at this offset, after which all bytes belong to what they describe. @before@ is the insertion after
-- which they come. Bytes that follow are moved if they are few and no insertion is noted among them.
insertion# ::
  W ->
  Int# ->
  Int# ->
  Int# ->
  (Addr# -> State# RealWorld -> State# RealWorld) ->
  Addr# ->
  Addr# ->
  State# RealWorld ->
  (# State# RealWorld, Addr#, Addr# #)
insertion# w before offset n fill p e s0 = case readMutVar# w s0 of
  (# s1, Buffer bytes hd entries payload #) -> case word# (tailAt 0) hd s1 of
    (# s2, latest #) ->
      let following = minusAddr# p (plusAddr# (contents# bytes) offset)
       in if isTrue# (latest ==# before) && isTrue# (following <=# 1024#)
            then case reserve# w n p e s2 (\p' e' s -> (# s, p', e', () #)) of
              (# s3, p1, e1, _ #) -> case base# w s3 of
                (# s4, begin #) ->
                  let a = plusAddr# begin offset
                   in case copy# a (plusAddr# a n) following s4 of
                        s5 -> case fill a s5 of s6 -> (# s6, plusAddr# p1 n, e1 #)
            else case word# (countAt 0) hd s2 of
              (# s3, count #) -> case word# (payloadAt 0) hd s3 of
                (# s4, used #) -> case atLeast# entries (32# *# (count +# 2#)) s4 of
                  (# s5, entries' #) -> case atLeast# payload (used +# n) s5 of
                    (# s6, payload' #) -> case writeMutVar# w (Buffer bytes hd entries' payload') s6 of
                      s7 ->
                        let i = count +# 1#
                         in case fill (plusAddr# (contents# payload') used) s7 of
                              s8 -> case next# entries' before count s8 of
                                (# s9, next #) -> case writeIntArray# entries' (4# *# i) offset s9 of
                                  s10 -> case writeIntArray# entries' (4# *# i +# 1#) used s10 of
                                    s11 -> case writeIntArray# entries' (4# *# i +# 2#) n s11 of
                                      s12 -> case writeIntArray# entries' (4# *# i +# 3#) next s12 of
                                        s13 -> case writeIntArray# entries' (4# *# before +# 3#) i s13 of
                                          s14 -> case word# (extraAt 0) hd s14 of
                                            (# s15, extra #) -> case setWord# (extraAt 0) hd (extra +# n) s15 of
                                              s16 -> case setWord# (countAt 0) hd i s16 of
                                                s17 -> case setWord# (payloadAt 0) hd (used +# n) s17 of
                                                  s18 ->
                                                    let tail' = if isTrue# (latest ==# before) then i else latest
                                                     in case setWord# (tailAt 0) hd tail' s18 of
                                                          s19 -> (# s19, p, e #)

-- | The insertion after this one; none (0) while there are no insertions.
next# :: MutableByteArray# RealWorld -> Int# -> Int# -> State# RealWorld -> (# State# RealWorld, Int# #)
next# _ _ 0# s = (# s, 0# #)
next# entries i _ s = readIntArray# entries (4# *# i +# 3#) s

-- | This array, or a larger copy, of at least this many bytes; pinned.
atLeast# ::
  MutableByteArray# RealWorld -> Int# -> State# RealWorld -> (# State# RealWorld, MutableByteArray# RealWorld #)
atLeast# a n s0 = case getSizeofMutableByteArray# a s0 of
  (# s1, old #)
    | isTrue# (n <=# old) -> (# s1, a #)
    | True -> case newPinnedByteArray# (2# *# n +# 64#) s1 of
      (# s2, b #) -> case copyMutableByteArray# a 0# b 0# old s2 of s3 -> (# s3, b #)

-- | The bytes up to the position, with all insertions.
finishWriter# :: W -> Addr# -> State# RealWorld -> (# State# RealWorld, ByteString #)
finishWriter# w p s0 = case readMutVar# w s0 of
  (# s1, Buffer bytes hd entries payload #) -> case word# (countAt 0) hd s1 of
    (# s2, count #) -> case word# (extraAt 0) hd s2 of
      (# s3, extra #) -> case getSizeofMutableByteArray# bytes s3 of
        (# s4, capacity #) ->
          let used = minusAddr# p (contents# bytes)
              total = used +# extra
           in if isTrue# (count ==# 0#) && isTrue# (capacity <=# (used +# quotInt# used 4# +# 64#))
                then case shrinkMutableByteArray# bytes used s4 of s5 -> (# s5, whole bytes (I# used) #)
                else case newPinnedByteArray# total s4 of
                  (# s5, result #) -> case next# entries 0# count s5 of
                    (# s6, first #) -> case merge# bytes entries payload result used first 0# 0# s6 of
                      s7 -> (# s7, whole result (I# total) #)
  where
    whole :: MutableByteArray# RealWorld -> Int -> ByteString
    whole a n = PS (ForeignPtr (contents# a) (PlainPtr a)) 0 n
{-# NOINLINE finishWriter# #-}

-- | Copies bytes and insertions in turn: from insertion @i@, this offset in the source, and this one in the result.
merge# ::
  MutableByteArray# RealWorld ->
  MutableByteArray# RealWorld ->
  MutableByteArray# RealWorld ->
  MutableByteArray# RealWorld ->
  Int# ->
  Int# ->
  Int# ->
  Int# ->
  State# RealWorld ->
  State# RealWorld
merge# bytes _ _ result used 0# from to s = copyMutableByteArray# bytes from result to (used -# from) s
merge# bytes entries payload result used i from to s0 = case readIntArray# entries (4# *# i) s0 of
  (# s1, offset #) -> case readIntArray# entries (4# *# i +# 1#) s1 of
    (# s2, start #) -> case readIntArray# entries (4# *# i +# 2#) s2 of
      (# s3, n #) -> case readIntArray# entries (4# *# i +# 3#) s3 of
        (# s4, next #) -> case copyMutableByteArray# bytes from result to (offset -# from) s4 of
          s5 ->
            let to' = to +# (offset -# from)
             in case copyMutableByteArray# payload start result to' n s5 of
                  s6 -> merge# bytes entries payload result used next offset (to' +# n) s6

-- | Writes these bytes.
writeBytes# :: ByteString -> W -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr#, Addr#, () #)
writeBytes# (PS (ForeignPtr a c) (I# o) (I# n)) w p0 e0 s0 = reserve# w n p0 e0 s0 (\p e s ->
  case copy# (plusAddr# a o) p n s of
    s1 -> case touch# c s1 of s2 -> (# s2, plusAddr# p n, e, () #))
{-# NOINLINE writeBytes# #-}
