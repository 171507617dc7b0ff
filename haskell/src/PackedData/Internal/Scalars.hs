{-# OPTIONS_GHC -Wno-orphans #-}

-- | The scalars: numbers, 'Bool', 'Char', and those that only other languages have.
module PackedData.Internal.Scalars (modify, overwrite) where

import GHC.Exts
import GHC.Int (Int16 (..), Int32 (..), Int64 (..), Int8 (..))
import GHC.Word (Word16 (..), Word32 (..), Word64 (..), Word8 (..))
import PackedData.Internal.Bytes
import PackedData.Internal.Check
import PackedData.Internal.Class
import PackedData.Internal.Everywhere (Lengths)
import PackedData.Internal.Layout
import PackedData.Internal.Reader
import PackedData.Internal.Result
import PackedData.Internal.Types
import Prelude hiding (return, (>>), (>>=))

-- | Replaces a scalar by a function of it, and returns the new one.
--
-- >>> snd (edit (modify (* 2)) (pack @Compact (21 :: Int)))
-- 42
modify :: forall s l t r. (Layout l, Scalar t) => (t -> t) -> Reader (Editable s l) (t : r) r t
modify f = Reader (\_ _ p s -> case width @t @l of
  I# n -> case load# @t @l p s of
    (# s1, t #) -> case f t of
      !u -> case store# @t @l p u s1 of s2 -> out s2 (plusAddr# p n) u)
{-# INLINE modify #-}

-- | Replaces a scalar.
--
-- >>> unpack (fst (edit (overwrite 'b') (pack @Compact 'a')))
-- 'b'
overwrite :: (Layout l, Scalar t) => t -> Reader (Editable s l) (t : r) r ()
overwrite t = modify (const t) >>= \_ -> return ()
{-# INLINE overwrite #-}

type instance Seen l Int = Int

instance Stores l Int

instance Packable Int

instance Scalar Int where
  access =
    Access
      8
      (\p s -> case readIntOffAddr# p 0# s of (# s1, x #) -> (# s1, I# x #))
      (\p (I# x) -> writeIntOffAddr# p 0# x)
  {-# INLINE access #-}

type instance Seen l Int8 = Int8

instance Stores l Int8

instance Packable Int8

instance Scalar Int8 where
  access =
    Access
      1
      (\p s -> case readInt8OffAddr# p 0# s of (# s1, x #) -> (# s1, I8# x #))
      (\p (I8# x) -> writeInt8OffAddr# p 0# x)
  {-# INLINE access #-}

type instance Seen l Int16 = Int16

instance Stores l Int16

instance Packable Int16

instance Scalar Int16 where
  access =
    Access
      2
      (\p s -> case readInt16OffAddr# p 0# s of (# s1, x #) -> (# s1, I16# x #))
      (\p (I16# x) -> writeInt16OffAddr# p 0# x)
  {-# INLINE access #-}

type instance Seen l Int32 = Int32

instance Stores l Int32

instance Packable Int32

instance Scalar Int32 where
  access =
    Access
      4
      (\p s -> case readInt32OffAddr# p 0# s of (# s1, x #) -> (# s1, I32# x #))
      (\p (I32# x) -> writeInt32OffAddr# p 0# x)
  {-# INLINE access #-}

type instance Seen l Int64 = Int64

instance Stores l Int64

instance Packable Int64

instance Scalar Int64 where
  access =
    Access
      8
      (\p s -> case readInt64OffAddr# p 0# s of (# s1, x #) -> (# s1, I64# x #))
      (\p (I64# x) -> writeInt64OffAddr# p 0# x)
  {-# INLINE access #-}

type instance Seen l Word = Word

instance Stores l Word

instance Packable Word

instance Scalar Word where
  access =
    Access
      8
      (\p s -> case readWordOffAddr# p 0# s of (# s1, x #) -> (# s1, W# x #))
      (\p (W# x) -> writeWordOffAddr# p 0# x)
  {-# INLINE access #-}

type instance Seen l Word8 = Word8

instance Stores l Word8

instance Packable Word8

instance Scalar Word8 where
  access =
    Access
      1
      (\p s -> case readWord8OffAddr# p 0# s of (# s1, x #) -> (# s1, W8# x #))
      (\p (W8# x) -> writeWord8OffAddr# p 0# x)
  {-# INLINE access #-}

type instance Seen l Word16 = Word16

instance Stores l Word16

instance Packable Word16

instance Scalar Word16 where
  access =
    Access
      2
      (\p s -> case readWord16OffAddr# p 0# s of (# s1, x #) -> (# s1, W16# x #))
      (\p (W16# x) -> writeWord16OffAddr# p 0# x)
  {-# INLINE access #-}

type instance Seen l Word32 = Word32

instance Stores l Word32

instance Packable Word32

instance Scalar Word32 where
  access =
    Access
      4
      (\p s -> case readWord32OffAddr# p 0# s of (# s1, x #) -> (# s1, W32# x #))
      (\p (W32# x) -> writeWord32OffAddr# p 0# x)
  {-# INLINE access #-}

type instance Seen l Word64 = Word64

instance Stores l Word64

instance Packable Word64

instance Scalar Word64 where
  access =
    Access
      8
      (\p s -> case readWord64OffAddr# p 0# s of (# s1, x #) -> (# s1, W64# x #))
      (\p (W64# x) -> writeWord64OffAddr# p 0# x)
  {-# INLINE access #-}

type instance Seen l Float = Float

instance Stores l Float

instance Packable Float

instance Scalar Float where
  access =
    Access
      4
      (\p s -> case readFloatOffAddr# p 0# s of (# s1, x #) -> (# s1, F# x #))
      (\p (F# x) -> writeFloatOffAddr# p 0# x)
  {-# INLINE access #-}

type instance Seen l Double = Double

instance Stores l Double

instance Packable Double

instance Scalar Double where
  access =
    Access
      8
      (\p s -> case readDoubleOffAddr# p 0# s of (# s1, x #) -> (# s1, D# x #))
      (\p (D# x) -> writeDoubleOffAddr# p 0# x)
  {-# INLINE access #-}

type instance Seen l Char = Char

instance Stores l Char

instance Packable Char where
  checkIt = checked "Char: a Unicode scalar value" (\p s -> case load32# p s of
    (# s1, n #) -> (# s1, (n <# 0xD800#) `orI#` ((n ># 0xDFFF#) `andI#` (n <=# 0x10FFFF#)) #))
  {-# INLINE checkIt #-}

instance Scalar Char where
  access =
    Access
      4
      (\p s -> case load32# p s of (# s1, n #) -> (# s1, C# (chr# n) #))
      (\p (C# x) -> store32# p (scalarValue x))
  {-# INLINE access #-}

-- | The number of a character. A surrogate, which no other language has as a character, becomes U+FFFD.
scalarValue :: Char# -> Int#
scalarValue x = case ord# x of
  n -> case (n >=# 0xD800#) `andI#` (n <=# 0xDFFF#) of
    1# -> 0xFFFD#
    _ -> n

type instance Seen l Bool = Bool

instance Stores l Bool

instance Packable Bool where
  checkIt = checkBool
  {-# INLINE checkIt #-}

checkBool :: forall l. Layout l => Check l Bool
checkBool = checked "Bool: 0 or 1" (\p s -> case boolBytes @l of
  1 -> case load8# p s of (# s1, n #) -> (# s1, n <=# 1# #)
  _ -> case load32# p s of (# s1, n #) -> (# s1, n <=# 1# #))

boolBytes :: forall l. Kinded l => Int
boolBytes = if cells @l then 4 else 1
{-# INLINE boolBytes #-}

boolAccess :: forall l. Kinded l => Access l Bool
boolAccess = Access (boolBytes @l) (\p s -> case load8# p s of (# s1, n #) -> (# s1, isTrue# n #)) store
  where
    store p t
      | cells @l = store32# p (number t)
      | True = store8# p (number t)
    number t = if t then 1# else 0#
{-# INLINE boolAccess #-}

instance Scalar Bool where
  access = boolAccess
  {-# INLINE access #-}

type instance Seen l Word128 = Word128

instance Lengths l => Stores l Word128

instance Packable Word128

instance Scalar Word128 where
  access =
    Access
      16
      (\p s -> case readWord64OffAddr# p 0# s of
        (# s1, low #) -> case readWord64OffAddr# p 1# s1 of (# s2, high #) -> (# s2, Word128 (W64# high) (W64# low) #))
      (\p (Word128 (W64# high) (W64# low)) s -> case writeWord64OffAddr# p 0# low s of
        s1 -> writeWord64OffAddr# p 1# high s1)
  {-# INLINE access #-}

type instance Seen l Int128 = Int128

instance Lengths l => Stores l Int128

instance Packable Int128

instance Scalar Int128 where
  access =
    Access
      16
      (\p s -> case readWord64OffAddr# p 0# s of
        (# s1, low #) -> case readInt64OffAddr# p 1# s1 of (# s2, high #) -> (# s2, Int128 (I64# high) (W64# low) #))
      (\p (Int128 (I64# high) (W64# low)) s -> case writeWord64OffAddr# p 0# low s of
        s1 -> writeInt64OffAddr# p 1# high s1)
  {-# INLINE access #-}

type instance Seen l Duration = Duration

instance Lengths l => Stores l Duration

instance Packable Duration where
  checkIt = checked "Duration: fewer than 1000000000 nanoseconds after the seconds" (\p s ->
    case load32# (plusAddr# p 8#) s of (# s1, n #) -> (# s1, n <# 1000000000# #))
  {-# INLINE checkIt #-}

instance Scalar Duration where
  access =
    Access
      12
      (\p s -> case readWord64OffAddr# p 0# s of
        (# s1, seconds #) -> case readWord32OffAddr# (plusAddr# p 8#) 0# s1 of
          (# s2, rest #) -> (# s2, Duration (W64# seconds) (W32# rest) #))
      (\p (Duration (W64# seconds) (W32# rest)) s -> case writeWord64OffAddr# p 0# seconds s of
        s1 -> writeWord32OffAddr# (plusAddr# p 8#) 0# rest s1)
  {-# INLINE access #-}
