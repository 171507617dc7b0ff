-- | Loads and stores of numbers, and the short varint. Loads and stores are unaligned.
module PackedData.Internal.Bytes
  ( loadTag#,
    storeTag#,
    tagWidth#,
    loadVarint#,
    afterVarint#,
    varintWidth#,
    storeVarint#,
    load8#,
    load16#,
    load32#,
    store8#,
    store16#,
    store32#,
    copy#,
    bool,
  )
where

import Foreign.Marshal.Utils (moveBytes)
import GHC.Base (unIO)
import PackedData.Internal.Compat

-- | The bytes of a tag among this many constructors, where tags are counted.
tagWidth# :: Int# -> Int#
tagWidth# n
  | isTrue# (n <=# 256#) = 1#
  | isTrue# (n <=# 65536#) = 2#
  | True = 4#
{-# INLINE tagWidth# #-}

-- | A tag of this many bytes.
loadTag# :: Int# -> Addr# -> State# RealWorld -> (# State# RealWorld, Int# #)
loadTag# 1# p s = load8# p s
loadTag# 2# p s = load16# p s
loadTag# _ p s = load32# p s
{-# INLINE loadTag# #-}

storeTag# :: Int# -> Addr# -> Int# -> State# RealWorld -> State# RealWorld
storeTag# 1# p n s = store8# p n s
storeTag# 2# p n s = store16# p n s
storeTag# _ p n s = store32# p n s
{-# INLINE storeTag# #-}

load8# :: Addr# -> State# RealWorld -> (# State# RealWorld, Int# #)
load8# p s = case readWord8OffAddr# p 0# s of (# s', w #) -> (# s', word2Int# (word8ToWord# w) #)
{-# INLINE load8# #-}

-- | An unsigned number of two bytes.
load16# :: Addr# -> State# RealWorld -> (# State# RealWorld, Int# #)
load16# p s = case readWord16OffAddr# p 0# s of (# s', w #) -> (# s', word2Int# (word16ToWord# w) #)
{-# INLINE load16# #-}

-- | An unsigned number of four bytes.
load32# :: Addr# -> State# RealWorld -> (# State# RealWorld, Int# #)
load32# p s = case readWord32OffAddr# p 0# s of (# s', w #) -> (# s', word2Int# (word32ToWord# w) #)
{-# INLINE load32# #-}

store8# :: Addr# -> Int# -> State# RealWorld -> State# RealWorld
store8# p n = writeWord8OffAddr# p 0# (wordToWord8# (int2Word# n))
{-# INLINE store8# #-}

store16# :: Addr# -> Int# -> State# RealWorld -> State# RealWorld
store16# p n = writeWord16OffAddr# p 0# (wordToWord16# (int2Word# n))
{-# INLINE store16# #-}

store32# :: Addr# -> Int# -> State# RealWorld -> State# RealWorld
store32# p n = writeWord32OffAddr# p 0# (wordToWord32# (int2Word# n))
{-# INLINE store32# #-}

-- | A short varint of checked bytes: the number, and the position after it.
loadVarint# :: Addr# -> State# RealWorld -> (# State# RealWorld, Addr#, Int# #)
loadVarint# p s = case load8# p s of
  (# s1, n #)
    | isTrue# (n <# 252#) -> (# s1, plusAddr# p 1#, n #)
    | True -> loadLongVarint# n p s1
{-# INLINE loadVarint# #-}

loadLongVarint# :: Int# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr#, Int# #)
loadLongVarint# 252# p s = case load16# (plusAddr# p 1#) s of (# s1, n #) -> (# s1, plusAddr# p 3#, n #)
loadLongVarint# 253# p s = case load32# (plusAddr# p 1#) s of (# s1, n #) -> (# s1, plusAddr# p 5#, n #)
loadLongVarint# _ p s = case readIntOffAddr# (plusAddr# p 1#) 0# s of (# s1, n #) -> (# s1, plusAddr# p 9#, n #)
{-# NOINLINE loadLongVarint# #-}

-- | The position after a short varint of checked bytes. (Measured: without a branch, the next load waits for this one,
-- and the sum of a tree takes 1.4 times as long.)
afterVarint# :: Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)
afterVarint# p s = case load8# p s of
  (# s1, n #) -> case n <# 252# of
    1# -> (# s1, plusAddr# p 1# #)
    _ -> (# s1, plusAddr# p (longWidth# n) #)
{-# INLINE afterVarint# #-}

-- | The bytes of a short varint that begins with this byte, 252 or more.
longWidth# :: Int# -> Int#
longWidth# 252# = 3#
longWidth# 253# = 5#
longWidth# _ = 9#
{-# NOINLINE longWidth# #-}

-- | The bytes of a short varint.
varintWidth# :: Int# -> Int#
varintWidth# n
  | isTrue# (n <# 252#) = 1#
  | isTrue# (n <# 65536#) = 3#
  | isTrue# (n <# 4294967296#) = 5#
  | True = 9#
{-# INLINE varintWidth# #-}

storeVarint# :: Addr# -> Int# -> State# RealWorld -> State# RealWorld
storeVarint# p n s
  | isTrue# (n <# 252#) = store8# p n s
  | isTrue# (n <# 65536#) = case store8# p 252# s of s1 -> store16# (plusAddr# p 1#) n s1
  | isTrue# (n <# 4294967296#) = case store8# p 253# s of s1 -> store32# (plusAddr# p 1#) n s1
  | True = case store8# p 254# s of s1 -> writeIntOffAddr# (plusAddr# p 1#) 0# n s1

-- | Copies bytes; the ranges may overlap.
copy# :: Addr# -> Addr# -> Int# -> State# RealWorld -> State# RealWorld
copy# from to n s = case unIO (moveBytes (Ptr to) (Ptr from :: Ptr ()) (I# n)) s of (# s1, _ #) -> s1
{-# INLINE copy# #-}

bool :: Int# -> Bool
bool = isTrue#
{-# INLINE bool #-}
