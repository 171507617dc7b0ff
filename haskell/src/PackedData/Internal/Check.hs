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
    tooDeep#,
    mismatch#,
    unexpectedEnd#,
    needs#,
    needsElements#,
    lacks#,
    endsHere,
    into,
    intoLast,
    intoElement,
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
    -- loop and do not count, but for those whose type is adapted.
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

-- | Bytes that are refused: why, at which offset, and within which fields. It is shown as the Rust library shows it.
--
-- >>> fromByteString @Compact @'[Bool] (Bytes.pack [2]) == Left (Refused (InvalidScalar "Bool: 0 or 1" 2) 0 [])
-- True
data Refused = Refused
  { refusedWhy :: !Reason,
    -- | The offset in the buffer, in bytes.
    refusedAt :: !Int,
    -- | The fields that contain it, the outermost first. Of a path of more than 32, the first 16 and the last 16.
    refusedPath :: [Step]
  }
  deriving (Eq)

-- | A field: the type or constructor, and the name or number of the field; or the element of a sequence with this
-- number. 'Omitted' replaces this number of steps of a long path.
--
-- >>> Refused (InvalidTag 7 2) 1 [Step "Tree::Node" "0"]
-- invalid tag: expected 0 to 1, found 7, at byte 1 in Tree::Node.0
data Step = Step String String | Element Int | Omitted Int
  deriving (Eq, Show)

instance Show Refused where
  showsPrec _ (Refused why at path) =
    showString (reason why) . showString ", at byte " . shows at . within
    where
      within
        | null path = id
        | otherwise = showString " in " . showString (intercalate " > " (map step path))
      step (Step name field) = name ++ "." ++ field
      step (Element i) = "[" ++ show i ++ "]"
      step (Omitted n) = "... " ++ show n ++ " more ..."

instance Exception Refused

-- | What is wrong with bytes: the kinds of error of the Rust library that this one has, too.
--
-- >>> UnexpectedEnd 8 3 :: Reason
-- UnexpectedEnd 8 3
data Reason
  = -- | The bytes end where this number of them is needed at least, and this number is left.
    UnexpectedEnd !Word !Int
  | -- | This number of bytes follows the last value.
    TrailingBytes !Int
  | -- | This tag was found, of a type with this number of constructors.
    InvalidTag !Int !Int
  | -- | The bytes are no value of this type (its name, perhaps a colon and its valid values), but this number.
    InvalidScalar !String !Integer
  | -- | A text is not UTF-8.
    InvalidUtf8
  | -- | This number is in a longer form than it needs.
    NotMinimal !Word
  | -- | This size is stated of a value that has that size, in bytes.
    SizeMismatch !Word !Int
  | -- | The keys of a map or set do not ascend.
    Unsorted
  | -- | A key of a map or set is there twice.
    DuplicateKey
  | -- | More levels than this 'limitDepth'.
    TooDeep !Int
  | -- | More bytes than this 'limitBytes'.
    TooLong !Int
  | -- | More elements without bytes than this 'limitEmptyElements'.
    TooManyEmpty !Int
  | -- | An adapter cannot convert the value, and says this.
    NotAllowed !String
  deriving (Eq, Show)

-- | What was expected and what was found.
reason :: Reason -> String
reason why = case why of
  UnexpectedEnd needed left ->
    concat ["unexpected end of input: expected at least ", show needed, " more byte", s needed, ", found ", show left]
  TrailingBytes n -> concat ["trailing bytes: expected the end of the input, found ", show n, " more byte", s n]
  InvalidTag found 0 -> "invalid tag: expected nothing (the type has no constructor), found " ++ show found
  InvalidTag found n -> concat ["invalid tag: expected 0 to ", show (n - 1), ", found ", show found]
  InvalidScalar expected found -> case break (== ':') expected of
    (name, ':' : ' ' : values) -> concat ["invalid ", name, ": expected ", values, ", found ", show found]
    (name, _) -> concat ["invalid ", name, ": expected a valid value, found ", show found]
  InvalidUtf8 -> "invalid string: expected UTF-8, found another byte sequence"
  NotMinimal n -> concat ["number not minimal: expected the shortest form of ", show n, ", found a longer one"]
  SizeMismatch stated actual ->
    concat ["size mismatch: expected a value of ", show stated, " bytes, found one of ", show actual]
  Unsorted -> "unsorted keys: expected ascending order, found a smaller key"
  DuplicateKey -> "duplicate key: expected unique keys, found one twice"
  TooDeep n -> concat ["too deep: expected at most ", show n, " nested levels, found more"]
  TooLong n -> concat ["too large: expected at most ", show n, " bytes, found more"]
  TooManyEmpty n -> concat ["too many parts without bytes: expected at most ", show n, ", found more"]
  NotAllowed message -> "refused: " ++ message
  where
    s :: (Eq n, Num n) => n -> String
    s n = if n == 1 then "" else "s"

-- | What a check knows: where the bytes begin, how many elements without bytes are left, and the limits. (Only what
-- fails looks at it, so it is passed on as one pointer.)
data C = C Addr# (MutableByteArray# RealWorld) Limits

-- | The fields around: not noted; none; or their number, the outermost ones, the number of those of the innermost that
-- are kept, and these. The inner ones come first in both lists. Then the path of the value of which this is the last
-- field of a last field and so on, if it is.
data Path = Unnoted | Outside | Path !Int [Step] !Int [Step] (Maybe Path)

-- | How many of the outermost steps are kept, and how many of the innermost.
kept :: Int
kept = 16

-- | The path of a field. It takes no memory unless paths are noted.
into :: Path -> String -> String -> Path
into path name field = case path of
  Unnoted -> Unnoted
  _ -> noted path (Step name field) Nothing
{-# INLINE into #-}

-- | The path of a last field.
intoLast :: Path -> String -> String -> Path
intoLast path name field = case path of
  Unnoted -> Unnoted
  _ -> noted path (Step name field) (Just (whole path))
{-# INLINE intoLast #-}

-- | The path of the value of which this is the last field of a last field and so on; of a value that is none, its own.
whole :: Path -> Path
whole path = case path of
  Path _ _ _ _ (Just root) -> root
  _ -> path

-- | The path of an element.
intoElement :: Path -> Int# -> Path
intoElement path i = case path of
  Unnoted -> Unnoted
  _ -> noted path (Element (I# i)) Nothing
{-# INLINE intoElement #-}

noted :: Path -> Step -> Maybe Path -> Path
noted path step root = case path of
  Unnoted -> Unnoted
  Outside -> Path 1 [step] 0 [] root
  Path n outer k inner _
    | n < kept -> Path (n + 1) (step : outer) 0 [] root
    | k < 2 * kept -> Path (n + 1) outer (k + 1) (step : inner) root
    | otherwise -> let cut = take kept (step : inner) in foldr seq () cut `seq` Path (n + 1) outer kept cut root
{-# NOINLINE noted #-}

-- | The steps of a path, the outermost first.
steps :: Path -> [Step]
steps path = case path of
  Unnoted -> []
  Outside -> []
  Path n outer _ inner _ ->
    reverse outer ++ [Omitted (n - 2 * kept) | n > 2 * kept] ++ reverse (take (min kept (n - kept)) inner)

-- | A check of one value of type @t@.
--
-- Invariant 4: it returns the position after the value only if the bytes from the position on are a valid value and end
-- there, at or before the end. It reads no byte at or after the end.
--
-- The arguments are what is known, the path, the levels that are left, where the first size is that says where the
-- value ends ('nullAddr#': there is none), the position, the end, and the state.
newtype Check l (t :: Type)
  = Check (C -> Path -> Int# -> Addr# -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #))

type role Check nominal nominal

-- | Refuses the bytes.
refuse# :: C -> Path -> Addr# -> Reason -> State# RealWorld -> (# State# RealWorld, Addr# #)
refuse# (C begin _ _) path p why s0 = case raiseIO# (toException refused) s0 of (# s, _ #) -> (# s, p #)
  where
    refused = Refused why (I# (minusAddr# p begin)) (steps path)
{-# NOINLINE refuse# #-}

-- | Refuses a value that nests too deeply.
tooDeep# :: C -> Path -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)
tooDeep# c@(C _ _ limits) path p s = refuse# c path p (TooDeep (limitDepth limits)) s
{-# NOINLINE tooDeep# #-}

-- | Refuses a size that differs from that of the value.
mismatch# :: C -> Path -> Addr# -> Int# -> Int# -> State# RealWorld -> (# State# RealWorld, Addr# #)
mismatch# c path p stated actual s = refuse# c path p (SizeMismatch (W# (int2Word# stated)) (I# actual)) s
{-# NOINLINE mismatch# #-}

-- | Refuses bytes that end where this number of them (unsigned) is needed.
unexpectedEnd# :: Int# -> C -> Path -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)
unexpectedEnd# n c path p end s = refuse# c path p (UnexpectedEnd (W# (int2Word# n)) (I# (minusAddr# end p))) s
{-# NOINLINE unexpectedEnd# #-}

-- | Whether more bytes are needed (an unsigned number) than are left.
lacks# :: Int# -> Addr# -> Addr# -> Int#
lacks# n p end = gtWord# (int2Word# n) (int2Word# (minusAddr# end p))
{-# INLINE lacks# #-}

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
  | bool (lacks# n p end) = unexpectedEnd# n c path p end s
  | True = k s
{-# INLINE needs# #-}

-- | Fails unless as many elements (an unsigned number) of at least this size are left.
needsElements# ::
  Int# ->
  Int# ->
  C ->
  Path ->
  Addr# ->
  Addr# ->
  State# RealWorld ->
  (State# RealWorld -> (# State# RealWorld, Addr# #)) ->
  (# State# RealWorld, Addr# #)
needsElements# n size c path p end s k = case timesWord2# (int2Word# n) (int2Word# size) of
  (# 0##, bytes #) -> needs# (word2Int# bytes) c path p end s k
  _ -> unexpectedEnd# -1# c path p end s
{-# INLINE needsElements# #-}

-- | The end of a value whose last part is not a field. It is compared with what the sizes before last fields state.
endsHere ::
  forall l. Kinded l => C -> Path -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)
endsHere c path sized p s = case kind @l of
  KFieldSizes -> case eqAddr# sized nullAddr# of
    1# -> (# s, p #)
    _ -> case load32# sized s of
      (# s1, n #) -> case minusAddr# p (plusAddr# sized 4#) of
        actual
          | bool (actual ==# n) -> (# s1, p #)
          | True -> mismatch# c (whole path) sized n actual s1
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
  252# -> wide 2# load16# 252##
  253# -> wide 4# load32# 65536##
  254# -> wide 8# (\a s1 -> readIntOffAddr# a 0# s1) 4294967296##
  _ -> failed (refuse# c path p (InvalidScalar "length: a first byte of 0 to 254" (toInteger (I# n))) s)
  where
    wide ::
      Int# ->
      (Addr# -> State# RealWorld -> (# State# RealWorld, Int# #)) ->
      Word# ->
      (# State# RealWorld, Addr#, Int# #)
    wide width load least
      | bool (lacks# width q end) = failed (unexpectedEnd# width c path q end s)
      | True = case load q s of
        (# s1, m #)
          | bool (ltWord# (int2Word# m) least) -> failed (refuse# c path p (NotMinimal (W# (int2Word# m))) s1)
          | True -> (# s1, plusAddr# q width, m #)
    q = plusAddr# p 1#
    failed :: (# State# RealWorld, Addr# #) -> (# State# RealWorld, Addr#, Int# #)
    failed (# s1, p1 #) = (# s1, p1, 0# #)
{-# NOINLINE longVarint# #-}

-- | UTF-8 of this many bytes, which are there.
checkUtf8# :: C -> Path -> Addr# -> Int# -> State# RealWorld -> (# State# RealWorld, Addr# #)
checkUtf8# c path p0 n s0 = go p0 s0
  where
    end = plusAddr# p0 n
    go :: Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)
    go p s
      | bool (8# <=# minusAddr# end p) = case readWordOffAddr# p 0# s of
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

-- | Takes this many elements without bytes (an unsigned number) from what is allowed.
emptyElements# :: Int# -> C -> Path -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)
emptyElements# n c@(C _ left limits) path p s = case readIntArray# left 0# s of
  (# s1, m #)
    | bool (gtWord# (int2Word# n) (int2Word# m)) ->
      refuse# c path p (TooManyEmpty (limitEmptyElements limits)) s1
    | True -> case writeIntArray# left 0# (m -# n) s1 of s2 -> (# s2, p #)
