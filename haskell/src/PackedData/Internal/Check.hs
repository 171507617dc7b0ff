-- | The checker of bytes that come from outside: errors, limits, and the checks that types are composed of.
module PackedData.Internal.Check
  ( Limits (..),
    defaultLimits,
    Refused (..),
    Reason (..),
    Step (..),
    Check (..),
    C (..),
    Path (..),
    steps,
    refuse#,
    needs#,
    endsHere,
    into,
    checkVarint#,
    longVarint#,
    checkUtf8#,
    emptyElements#,
  )
where

import Control.Exception (Exception (..))
import Data.Kind (Type)
import Data.List (intercalate)
import GHC.Exts
import PackedData.Internal.Bytes
import PackedData.Internal.Layout

-- | Bounds on what is read, so that hostile bytes can exhaust neither stack nor memory.
--
-- >>> limitBytes (defaultLimits {limitBytes = 1000} :: Limits)
-- 1000
data Limits = Limits
  { -- | The number of levels that values may nest. A level is a sequence whose elements vary in size, or any other
    -- value that varies in size and is not the last field of the value that contains it. Last fields are checked in a
    -- loop and do not count.
    limitDepth :: !Int,
    -- | The number of bytes of the whole buffer.
    limitBytes :: !Int,
    -- | The number of elements without bytes, such as @()@, that all sequences together may have.
    limitEmptyElements :: !Int
  }
  deriving (Eq, Show)

-- | 1,024 levels, any number of bytes, 1,048,576 elements without bytes.
--
-- >>> limitDepth defaultLimits
-- 1024
defaultLimits :: Limits
defaultLimits = Limits {limitDepth = 1024, limitBytes = maxBound, limitEmptyElements = 1048576}

-- | Bytes that are refused: why, at which offset, and within which fields.
--
-- >>> fromByteString @Compact @'[Bool] (Bytes.pack [2]) == Left (Refused InvalidScalar 0 [])
-- True
data Refused = Refused
  { refusedWhy :: !Reason,
    -- | The offset in the buffer, in bytes.
    refusedAt :: !Int,
    -- | The fields that contain it, the outermost first.
    refusedPath :: [Step]
  }
  deriving (Eq)

-- | A field: the type or constructor, and the name or number of the field. An element of a sequence has its number.
-- 'Omitted' replaces steps of a long path.
--
-- >>> Refused (InvalidTag 7) 1 [Step "Tree::Node" "0"]
-- InvalidTag 7 at offset 1 in Tree::Node.0
data Step = Step String String | Omitted Int
  deriving (Eq, Show)

instance Show Refused where
  showsPrec d (Refused why at path) =
    showParen (d > 10) $
      showString (show why ++ " at offset " ++ show at ++ concatMap (" in " ++) [shown | not (null path)])
    where
      shown = intercalate " > " (map step path)
      step (Step name field) = name ++ "." ++ field
      step (Omitted n) = "(" ++ show n ++ " fields)"

instance Exception Refused

-- | Why bytes are refused.
--
-- >>> either refusedWhy undefined (fromByteString @Compact @'[Char] (Bytes.pack [1])) :: Reason
-- Truncated
data Reason
  = -- | The value goes on after the bytes end.
    Truncated
  | -- | This number of bytes follows the last value.
    Trailing !Int
  | -- | No constructor has this tag.
    InvalidTag !Int
  | -- | No value of a type such as @Bool@, @Char@ or 'PackedData.Types.Duration' has these bytes.
    InvalidScalar
  | -- | A text is not UTF-8.
    InvalidUtf8
  | -- | A number is in a longer form than it needs, or in none.
    InvalidVarint
  | -- | A size or a table of ends differs from the value that it describes.
    WrongSize
  | -- | The table of a sequence is wider than it needs to be.
    WrongTable
  | -- | The keys of a map or set do not ascend.
    WrongOrder
  | -- | More levels than 'limitDepth'.
    TooDeep
  | -- | More bytes than 'limitBytes'.
    TooLong
  | -- | More elements without bytes than 'limitEmptyElements'.
    TooManyEmpty
  deriving (Eq, Show)

-- | What a check knows: where the bytes begin, whether it notes the path, and how many elements without bytes are left.
data C = C Addr# Bool (MutableByteArray# RealWorld)

-- | The fields around, the innermost first.
data Path = Outside | Only !Int | In !Int Path String String

-- | The longest path that is kept; a longer one is begun again.
longest :: Int
longest = 64

-- | The path of a field. It takes no memory unless paths are noted.
into :: C -> Path -> String -> String -> Path
into (C _ notes _) path name field = if notes then noted path name field else path
{-# INLINE into #-}

noted :: Path -> String -> String -> Path
noted path name field = case path of
  Outside -> In 1 Outside name field
  In n _ _ _
    | n `rem` longest == 0 -> In (n + 1) (Only n) name field
    | otherwise -> In (n + 1) path name field
  Only n -> In (n + 1) path name field
{-# NOINLINE noted #-}

-- | The steps of a path, the outermost first.
steps :: Path -> [Step]
steps = go []
  where
    go found Outside = found
    go found (Only n) = Omitted n : found
    go found (In _ rest name field) = go (Step name field : found) rest

-- | A check of one value of type @t@.
--
-- Invariant 4: it returns the position after the value only if the bytes from the position on are a valid value and end
-- there, at or before the end. It reads no byte at or after the end.
--
-- The arguments are what is known, the path, the levels that are left, where the value must end ('nullAddr#':
-- anywhere), the position, the end, and the state.
newtype Check l (t :: Type)
  = Check (C -> Path -> Int# -> Addr# -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #))

type role Check nominal nominal

-- | Refuses the bytes.
refuse# :: C -> Path -> Addr# -> Reason -> State# RealWorld -> (# State# RealWorld, Addr# #)
refuse# (C begin _ _) path p why s0 = case raiseIO# (toException refused) s0 of (# s, _ #) -> (# s, p #)
  where
    refused = Refused why (I# (minusAddr# p begin)) (steps path)
{-# NOINLINE refuse# #-}

-- | Fails unless this many bytes are left.
needs# ::
  Int# ->
  C ->
  Path ->
  Addr# ->
  Addr# ->
  State# RealWorld ->
  (State# RealWorld -> (# State# RealWorld, Addr# #)) ->
  (# State# RealWorld, Addr# #)
needs# n c path p end s k
  | bool (n <=# minusAddr# end p) = k s
  | True = refuse# c path end Truncated s
{-# INLINE needs# #-}

-- | The end of a value whose last part is not a field. It is compared with where the value must end.
endsHere :: forall l. Kinded l => C -> Path -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)
endsHere c path exact p s = case kind @l of
  KFieldSizes -> case eqAddr# exact nullAddr# of
    1# -> (# s, p #)
    _ -> case eqAddr# exact p of
      1# -> (# s, p #)
      _ -> refuse# c path p WrongSize s
  _ -> (# s, p #)
{-# INLINE endsHere #-}

-- | A short varint.
checkVarint# ::
  C ->
  Path ->
  Addr# ->
  Addr# ->
  State# RealWorld ->
  (Addr# -> Int# -> State# RealWorld -> (# State# RealWorld, Addr# #)) ->
  (# State# RealWorld, Addr# #)
checkVarint# c path p end s k = needs# 1# c path p end s (\s1 -> case load8# p s1 of
  (# s2, n #)
    | bool (n <# 252#) -> k (plusAddr# p 1#) n s2
    | True -> case longVarint# n c path p end s2 of (# s3, p1, m #) -> k p1 m s3)
{-# INLINE checkVarint# #-}

longVarint# ::
  Int# -> C -> Path -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr#, Int# #)
longVarint# n c path p end s = case n of
  252# -> wide 3# (\q s1 -> case readWord16OffAddr# q 0# s1 of (# s2, w #) -> (# s2, word2Int# w #)) 252#
  253# -> wide 5# load32# 65536#
  254# -> wide 9# (\q s1 -> readIntOffAddr# q 0# s1) 4294967296#
  _ -> failed p InvalidVarint s
  where
    wide ::
      Int# ->
      (Addr# -> State# RealWorld -> (# State# RealWorld, Int# #)) ->
      Int# ->
      (# State# RealWorld, Addr#, Int# #)
    wide width load least
      | bool (width ># minusAddr# end p) = failed end Truncated s
      | True = case load (plusAddr# p 1#) s of
        (# s1, m #)
          | bool (m <# 0#) -> if isTrue# (width ==# 9#) then failed end Truncated s1 else failed p InvalidVarint s1
          | bool (m <# least) -> failed p InvalidVarint s1
          | True -> (# s1, plusAddr# p width, m #)
    failed q why s1 = case refuse# c path q why s1 of (# s2, q' #) -> (# s2, q', 0# #)
{-# NOINLINE longVarint# #-}

-- | UTF-8 of this many bytes, which are there.
checkUtf8# :: C -> Path -> Addr# -> Int# -> State# RealWorld -> (# State# RealWorld, Addr# #)
checkUtf8# c path p0 n s0 = go p0 s0
  where
    end = plusAddr# p0 n
    go :: Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)
    go p s
      | bool (8# <=# minusAddr# end p) = case readWord64OffAddr# p 0# s of
        (# s1, w #) -> case and# w 0x8080808080808080## of
          0## -> go (plusAddr# p 8#) s1
          _ -> character p s1
      | bool (eqAddr# p end) = (# s, p #)
      | True = character p s
    character p s = case load8# p s of
      (# s1, b #)
        | bool (b <# 0x80#) -> go (plusAddr# p 1#) s1
        | bool (b <# 0xC2#) -> refuse# c path p InvalidUtf8 s1
        | bool (b <# 0xE0#) -> rest p 2# 0x80# 0xBF# s1
        | bool (b ==# 0xE0#) -> rest p 3# 0xA0# 0xBF# s1
        | bool (b ==# 0xED#) -> rest p 3# 0x80# 0x9F# s1
        | bool (b <# 0xF0#) -> rest p 3# 0x80# 0xBF# s1
        | bool (b ==# 0xF0#) -> rest p 4# 0x90# 0xBF# s1
        | bool (b <# 0xF4#) -> rest p 4# 0x80# 0xBF# s1
        | bool (b ==# 0xF4#) -> rest p 4# 0x80# 0x8F# s1
        | True -> refuse# c path p InvalidUtf8 s1
    -- The other bytes of a character of this width; the second is between these bounds.
    rest p width low high s
      | bool (width ># minusAddr# end p) = refuse# c path p InvalidUtf8 s
      | True = case load8# (plusAddr# p 1#) s of
        (# s1, b #)
          | bool (b >=# low) && bool (b <=# high) -> others p 2# width s1
          | True -> refuse# c path p InvalidUtf8 s1
    others :: Addr# -> Int# -> Int# -> State# RealWorld -> (# State# RealWorld, Addr# #)
    others p i width s
      | bool (i ==# width) = go (plusAddr# p width) s
      | True = case load8# (plusAddr# p i) s of
        (# s1, b #)
          | bool (b >=# 0x80#) && bool (b <=# 0xBF#) -> others p (i +# 1#) width s1
          | True -> refuse# c path p InvalidUtf8 s1

-- | Takes this many elements without bytes from what is allowed.
emptyElements# :: Int# -> C -> Path -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)
emptyElements# n c@(C _ _ left) path p s = case readIntArray# left 0# s of
  (# s1, m #)
    | bool (n <=# m) -> case writeIntArray# left 0# (m -# n) s1 of s2 -> (# s2, p #)
    | True -> refuse# c path p TooManyEmpty s1
