{-# LANGUAGE TemplateHaskell #-}
{-# OPTIONS_GHC -Wno-orphans #-}

-- | The types of @base@, @text@, @bytestring@ and @containers@.
module PackedData.Internal.Instances where

import qualified Data.ByteString as Bytes
import Data.ByteString.Internal (ByteString (..))
import Data.Map.Strict (Map)
import qualified Data.Map.Strict as Map
import Data.Set (Set)
import qualified Data.Set as Set
import Data.Proxy (Proxy (..))
import Data.Text (Text)
import qualified Data.Text.Encoding as Text
import GHC.Exts
import GHC.ForeignPtr (ForeignPtr (..), ForeignPtrContents)
import GHC.TypeLits (ErrorMessage (..), TypeError)
import PackedData.Internal.Bytes
import PackedData.Internal.Check
import PackedData.Internal.Class
import PackedData.Internal.Derive
import PackedData.Internal.Everywhere
import PackedData.Internal.Layout
import PackedData.Internal.Reader
import PackedData.Internal.Result
import PackedData.Internal.Sequence
import PackedData.Internal.Types
import PackedData.Internal.Writer

type instance Seen l () = ()

instance Stores l ()

instance Packable ()

instance Scalar () where
  access = Access 0 (\_ s -> (# s, () #)) (\_ _ s -> s)
  {-# INLINE access #-}

deriveAll [Unsized, Returned] [''Maybe, ''Either]
deriveAll [Returned] [''Ordering]
deriveAll [Returned, Tuple] [''(,), ''(,,), ''(,,,), ''(,,,,), ''(,,,,,), ''(,,,,,,)]

-- Sequences.
--
-- (What is done with each element is inlined into a copy for each type of elements. @INLINABLE [0]@ lets the compiler
-- make that copy before it can inline the function, so that the copy is not made again for each field.)

type instance Seen l [t] = Items l t

instance Stores l t => Stores l [t]

instance Packable t => Packable [t] where
  extent = sequenceExtent
  {-# INLINE extent #-}
  readIt = listOf
  {-# INLINE readIt #-}
  skipIt = skipList
  {-# INLINE skipIt #-}
  putIt = putList
  {-# INLINE putIt #-}
  checkIt = checkList
  {-# INLINE checkIt #-}
  seeIt = seeItems
  {-# INLINE seeIt #-}

sequenceExtent :: forall l t. Kinded l => Extent l t
sequenceExtent = Extent (if cells @l then -2 else -1)
{-# INLINE sequenceExtent #-}

listOf :: forall l t r. (Layout l, Packable t) => Reader l ([t] : r) r [t]
listOf = Reader (\e _ p s -> case reversed# @l @t e p s of (# s1, p1, ts #) -> out s1 p1 (reverse ts))
{-# INLINABLE [0] listOf #-}

-- | The elements of a sequence, the last one first.
reversed# ::
  forall l t.
  (Layout l, Packable t) =>
  ForeignPtrContents ->
  Addr# ->
  State# RealWorld ->
  (# State# RealWorld, Addr#, [t] #)
reversed# e = foldSequence# @l (Proxy :: Proxy t) (\ts q s -> case at# (readIt @t @l) e nullAddr# q s of
  o -> case open o of (# s1, q1, t #) -> (# s1, q1, t : ts #)) []
{-# INLINE reversed# #-}

skipList :: forall l t. (Layout l, Packable t) => Skip l [t]
skipList = skipSequence @l @t
{-# INLINABLE [0] skipList #-}

putList :: forall l t r. (Layout l, Packable t) => [t] -> Needs l ([t] : r) r
putList ts = putSequence @l @t putIt (if cells @l then 0 else length ts) ts
{-# INLINABLE [0] putList #-}

checkList :: forall l t. (Layout l, Packable t) => Check l [t]
checkList = checkSequence @l @t
{-# INLINABLE [0] checkList #-}

-- Maps and sets.

type instance Seen l (Map k v) = Items l (k, v)

instance (Lengths l, Stores l k, Stores l v) => Stores l (Map k v)

instance (Packable k, Packable v, Ord k) => Packable (Map k v) where
  extent = sequenceExtent
  {-# INLINE extent #-}
  readIt = readMap
  {-# INLINE readIt #-}
  skipIt = skipMap
  {-# INLINE skipIt #-}
  putIt = putMap
  {-# INLINE putIt #-}
  checkIt = checkMap
  {-# INLINE checkIt #-}
  seeIt = seeItems
  {-# INLINE seeIt #-}

readMap :: forall l k v r. (Layout l, Packable k, Packable v, Ord k) => Reader l (Map k v : r) r (Map k v)
readMap = Reader (\e _ p s -> case reversed# @l @(k, v) e p s of
  (# s1, p1, es #) -> out s1 p1 (Map.fromDistinctDescList es))
{-# INLINABLE [0] readMap #-}

skipMap :: forall l k v. (Layout l, Packable k, Packable v) => Skip l (Map k v)
skipMap = skipSequence @l @(k, v)
{-# INLINABLE [0] skipMap #-}

putMap :: forall l k v r. (Layout l, Packable k, Packable v) => Map k v -> Needs l (Map k v : r) r
putMap m = putSequence @l @(k, v) putIt (Map.size m) (Map.toAscList m)
{-# INLINABLE [0] putMap #-}

checkMap :: forall l k v. (Layout l, Packable k, Packable v, Ord k) => Check l (Map k v)
checkMap = checkAscending @l @(k, v) entry (caseTuple2 key)
  where
    entry =
      checkCon
        ( checkOf (Proxy :: Proxy 'Inner) (Proxy :: Proxy k) "Map" "key"
            <> checkOf (Proxy :: Proxy 'Last) (Proxy :: Proxy v) "Map" "value"
        )
    key :: Reader l (Field '[] 'Inner k : Field '[k] 'Last v : '[]) '[] k
    key = Reader (\e b p s -> case fieldAt# @l (Proxy :: Proxy (Field '[] 'Inner k)) b p s of
      (# s1, q #) -> case open (at# (readIt @k @l) e nullAddr# q s1) of (# s2, _, k #) -> out s2 p k)
{-# INLINABLE [0] checkMap #-}

type instance Seen l (Set t) = Items l t

instance (Lengths l, Stores l t) => Stores l (Set t)

instance (Packable t, Ord t) => Packable (Set t) where
  extent = sequenceExtent
  {-# INLINE extent #-}
  readIt = readSet
  {-# INLINE readIt #-}
  skipIt = skipSet
  {-# INLINE skipIt #-}
  putIt = putSet
  {-# INLINE putIt #-}
  checkIt = checkSet
  {-# INLINE checkIt #-}
  seeIt = seeItems
  {-# INLINE seeIt #-}

readSet :: forall l t r. (Layout l, Packable t, Ord t) => Reader l (Set t : r) r (Set t)
readSet = Reader (\e _ p s -> case reversed# @l @t e p s of (# s1, p1, ts #) -> out s1 p1 (Set.fromDistinctDescList ts))
{-# INLINABLE [0] readSet #-}

skipSet :: forall l t. (Layout l, Packable t) => Skip l (Set t)
skipSet = skipSequence @l @t
{-# INLINABLE [0] skipSet #-}

putSet :: forall l t r. (Layout l, Packable t) => Set t -> Needs l (Set t : r) r
putSet set = putSequence @l @t putIt (Set.size set) (Set.toAscList set)
{-# INLINABLE [0] putSet #-}

checkSet :: forall l t. (Layout l, Packable t, Ord t) => Check l (Set t)
checkSet = checkAscending @l @t checkIt readIt
{-# INLINABLE [0] checkSet #-}

-- Strings.

type instance Seen l ByteString = ByteString

instance Lengths l => Stores l ByteString

instance Packable ByteString where
  extent = Extent (-1)
  {-# INLINE extent #-}
  readIt = Reader (\e _ p s -> case loadVarint# p s of
    (# s1, p1, n #) -> case Bytes.copy (slice p1 n e) of
      !b -> case touch# e s1 of s2 -> out s2 (plusAddr# p1 n) b)
  skipIt = skipString
  {-# INLINE skipIt #-}
  putIt bytes = putBytes bytes
  {-# INLINE putIt #-}
  checkIt = checkString (\_ _ p n s -> (# s, plusAddr# p n #))
  seeIt (View p c) = borrowed p c
  {-# INLINE seeIt #-}

type instance Seen l Text = Utf8

instance Lengths l => Stores l Text

instance Packable Text where
  extent = Extent (-1)
  {-# INLINE extent #-}
  readIt = Reader (\e _ p s -> case loadVarint# p s of
    (# s1, p1, n #) -> case utf8ToText (Utf8 (slice p1 n e)) of
      !t -> case touch# e s1 of s2 -> out s2 (plusAddr# p1 n) t)
  skipIt = skipString
  {-# INLINE skipIt #-}
  putIt text = putBytes (Text.encodeUtf8 text)
  {-# INLINE putIt #-}
  checkIt = checkString checkUtf8#
  seeIt (View p c) = Utf8 (borrowed p c)
  {-# INLINE seeIt #-}

-- | The bytes after a length.
borrowed :: Addr# -> ForeignPtrContents -> ByteString
borrowed p c = case loadVarint# p realWorld# of (# s, p1, n #) -> case touch# c s of _ -> slice p1 n c
{-# NOINLINE borrowed #-}

slice :: Addr# -> Int# -> ForeignPtrContents -> ByteString
slice p n e = PS (ForeignPtr p e) 0 (I# n)
{-# INLINE slice #-}

skipString :: Skip l t
skipString = Skip (\p s -> case loadVarint# p s of (# s1, p1, n #) -> (# s1, plusAddr# p1 n #))
{-# INLINE skipString #-}

putBytes :: ByteString -> Needs l (t : r) r
putBytes bytes = Writer (\w _ p0 e0 s0 -> case Bytes.length bytes of
  I# n -> reserve# w 9# p0 e0 s0 (\p e s -> case storeVarint# p n s of
    s1 -> writeBytes# bytes w (plusAddr# p (varintWidth# n)) e s1))

checkString ::
  forall l t.
  Layout l =>
  (C -> Path -> Addr# -> Int# -> State# RealWorld -> (# State# RealWorld, Addr# #)) ->
  Check l t
checkString f = Check (\c path _ exact p end s -> checkVarint# c path p end s (\p1 n s1 ->
  needs# n c path p1 end s1 (\s2 -> case f c path p1 n s2 of (# s3, p3 #) -> ends# @l c path exact p3 s3)))
{-# INLINE checkString #-}

-- | Reads a text without copying it.
--
-- >>> runReader readUtf8 (pack @Compact (Text.pack "abc")) :: Utf8
-- "abc"
readUtf8 :: Reader l (Text : r) r Utf8
readUtf8 = Reader (\e _ p s -> case loadVarint# p s of (# s1, p1, n #) -> out s1 (plusAddr# p1 n) (Utf8 (slice p1 n e)))
{-# INLINE readUtf8 #-}

-- | Reads a byte string without copying it.
--
-- >>> runReader readBytes (pack @Compact (Bytes.pack [97, 98]))
-- "ab"
readBytes :: Reader l (ByteString : r) r ByteString
readBytes = Reader (\e _ p s -> case loadVarint# p s of (# s1, p1, n #) -> out s1 (plusAddr# p1 n) (slice p1 n e))
{-# INLINE readBytes #-}

instance
  TypeError ('Text "Functions cannot be packed.") =>
  Packable (a -> b)
  where
  extent = Extent 0
  readIt = uninhabited
  skipIt = uninhabited
  putIt = uninhabited
  checkIt = uninhabited
  seeIt = uninhabited
