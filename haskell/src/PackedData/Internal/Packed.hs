{-# OPTIONS_GHC -Wno-orphans #-}

-- | Whole buffers.
module PackedData.Internal.Packed
  ( pack,
    tryPack,
    unpack,
    append,
    type (++),
    isolate,
    reader,
    skip,
    toByteString,
    Valid,
    fromByteString,
    fromByteStringWith,
    edit,
  )
where

import Control.DeepSeq (NFData (..))
import Control.Exception (evaluate, try)
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import Data.ByteString.Internal (ByteString (PS), create)
import Data.Kind (Type)
import Foreign (copyBytes, plusPtr, withForeignPtr)
import GHC.Base (unIO)
import GHC.Exts
import GHC.ForeignPtr (ForeignPtr (..))
import GHC.IO (IO (..), unsafeDupablePerformIO, unsafePerformIO)
import PackedData.Internal.Build
import PackedData.Internal.Check
import PackedData.Internal.Class
import PackedData.Internal.Everywhere
import PackedData.Internal.Layout
import PackedData.Internal.Reader
import PackedData.Internal.Result
import PackedData.Internal.Writer
import Prelude hiding (return, (>>), (>>=))

instance Show (Packed l ts) where
  showsPrec d (Packed bytes) = showParen (d > 10) (showString "Packed " . showsPrec 11 bytes)

instance NFData (Packed l ts) where
  rnf (Packed bytes) = rnf bytes

instance Result (Packed l ts) where
  newtype Out (Packed l ts) = OutPacked (Boxed (Packed l ts))

instance Result (View l t) where
  data Out (View l t) = OutView (State# RealWorld) Addr# (View l t)
  out s p x = OutView s p x
  {-# INLINE out #-}
  open (OutView s p x) = (# s, p, x #)
  {-# INLINE open #-}

-- | Writes a value into a buffer of its own.
--
-- It fails only in the layouts 'PackedDataFieldSizes' and 'PackedDataSkipLast', with a field of more than 2^31 - 1
-- bytes; see 'tryPack'.
--
-- >>> toByteString (pack @Indexed (Leaf 5))
-- "\NUL\ENQ\NUL\NUL\NUL\NUL\NUL\NUL\NUL"
pack :: forall l t. (Layout l, Packable t, Stores l t) => t -> Packed l '[t]
pack t = finish (putIt t)
{-# INLINE pack #-}

-- | As 'pack', with the failure as a value.
--
-- >>> fmap unpack (tryPack @PackedDataSkipLast small)
-- Right (Node (Leaf 1) (Node (Leaf 2) (Leaf 3)))
tryPack :: forall l t. (Layout l, Packable t, Stores l t) => t -> Either TooLarge (Packed l '[t])
tryPack t = unsafeDupablePerformIO (try (evaluate (pack t)))

-- | Makes a value of the first one in a buffer.
--
-- >>> unpack (pack @Compact small)
-- Node (Leaf 1) (Node (Leaf 2) (Leaf 3))
unpack :: (Layout l, Packable t) => Packed l (t : ts) -> t
unpack = runReader readIt
{-# INLINE unpack #-}

-- | The elements of both lists.
--
-- >>> runReader skip (append (pack 'a') (pack 'b') :: Packed Compact ('[Char] ++ '[Char]))
-- ()
type family (as :: [Type]) ++ (bs :: [Type]) :: [Type] where
  '[] ++ bs = bs
  (a : as) ++ bs = a : (as ++ bs)

-- | The values of two buffers in one.
--
-- >>> runReader (skip R.>> reader) (append (pack @Compact small) (pack 'x'))
-- 'x'
append :: Packed l as -> Packed l bs -> Packed l (as ++ bs)
append (Packed as) (Packed bs) = Packed (as <> bs)

-- | Makes a value of the next one. For a number, this is one load.
--
-- >>> runReader reader (pack @Compact (7 :: Int))
-- 7
reader :: (Layout l, Packable t) => Reader l (t : r) r t
reader = readIt
{-# INLINE reader #-}

-- | Goes on after the next value: at once if all values of its type take the same number of bytes, or if it begins with
-- its length, else by a walk over it.
--
-- >>> runReader (skip R.>> sumTree) (append (pack @Indexed 'x') (pack small))
-- 6
skip :: forall l t r. (Layout l, Packable t) => Reader l (t : r) r ()
skip = Reader (\_ _ p s -> case skip# @l @t p s of (# s1, p1 #) -> out s1 p1 ())
{-# INLINE skip #-}

-- | The next value as a buffer of its own, which shares the bytes.
--
-- >>> Bytes.length (toByteString (runReader isolate (append (pack @Compact small) (pack 'x'))))
-- 29
isolate :: forall l t r. (Frozen l, Packable t) => Reader l (t : r) r (Packed l '[t])
isolate = Reader (\e _ p s -> case skip# @l @t p s of
  (# s1, p1 #) -> out s1 p1 (Packed (PS (ForeignPtr p e) 0 (I# (minusAddr# p1 p)))))
{-# INLINE isolate #-}

-- | The bytes, which are not copied.
--
-- >>> Bytes.length (toByteString (pack @Compact small))
-- 29
toByteString :: Packed l ts -> ByteString
toByteString (Packed bytes) = bytes

-- | Types whose bytes can be checked.
class StoresAll l ts => Valid l (ts :: [Type]) where
  checkAll ::
    C ->
    Path ->
    Int# ->
    Proxy# l ->
    Proxy# ts ->
    Addr# ->
    Addr# ->
    State# RealWorld ->
    (# State# RealWorld, Addr# #)

instance Valid l '[] where
  checkAll _ _ _ _ _ p _ s = (# s, p #)

instance (Layout l, Packable t, Stores l t, Valid l ts) => Valid l (t : ts) where
  checkAll c path levels l _ p end s = case checkIt @t @l of
    Check f -> case f c path levels nullAddr# p end s of
      (# s1, p1 #) -> checkAll c path levels l (proxy# :: Proxy# ts) p1 end s1
  {-# INLINE checkAll #-}

-- | Checks that bytes are valid values of these types and nothing else, with 'defaultLimits'. They are not copied.
--
-- The work is linear in the bytes (but for keys of maps that contain maps, whose bytes are read again at each level,
-- and for an error, after which they are walked once more to find its path). The stack is bounded by 'limitDepth'.
--
-- >>> fromByteString @Compact @'[Tree] (Bytes.pack [1, 7])
-- Left invalid tag: expected 0 to 1, found 7, at byte 1 in Tree::Node.0
fromByteString :: Valid l ts => ByteString -> Either Refused (Packed l ts)
fromByteString = fromByteStringWith defaultLimits
{-# INLINE fromByteString #-}

-- | As 'fromByteString', with other limits.
--
-- >>> fromByteStringWith @Compact @'[Tree] defaultLimits {limitBytes = 8} (toByteString (pack @Compact small))
-- Left too large: expected at most 8 bytes, found more, at byte 8
fromByteStringWith :: forall l ts. Valid l ts => Limits -> ByteString -> Either Refused (Packed l ts)
fromByteStringWith limits bytes@(PS (ForeignPtr a e) (I# o) (I# n))
  | Bytes.length bytes > limitBytes limits = Left (Refused (TooLong (limitBytes limits)) (limitBytes limits) [])
  | otherwise = case unsafeDupablePerformIO (try (run False)) of
    Right () -> Right (Packed bytes)
    Left refused -> case unsafeDupablePerformIO (try (run True)) of
      Left located -> Left located
      Right () -> Left (refused :: Refused)
  where
    run :: Bool -> IO ()
    run located = IO (\s0 -> keepAlive# e s0 (\s1 ->
      let begin = plusAddr# a o
          end = plusAddr# begin n
          !(I# levels) = limitDepth limits
          !(I# empty) = limitEmptyElements limits
       in case newByteArray# 8# s1 of
            (# s2, left #) -> case writeIntArray# left 0# empty s2 of
              s3 ->
                let c = C begin left limits
                    path = if located then Outside else Unnoted
                 in case checkAll c path levels (proxy# :: Proxy# l) (proxy# :: Proxy# ts) begin end s3 of
                      (# s4, p #)
                        | isTrue# (eqAddr# p end) -> (# s4, () #)
                        | True -> case refuse# c Outside p (TrailingBytes (I# (minusAddr# end p))) s4 of
                          (# s5, _ #) -> (# s5, () #)))
{-# INLINE fromByteStringWith #-}

-- | Copies a buffer, runs a reader on the copy that may overwrite scalars, and returns the copy and the result.
--
-- > incrementInPlace :: Layout l => Reader (Editable s l) (Tree : r) r ()
-- > incrementInPlace = caseTree
-- >   (modifyField (+ 1) R.>> R.return ())
-- >   (field incrementInPlace R.>> field incrementInPlace)
--
-- >>> fst (edit (modify (+ 1)) (pack @Compact (7 :: Int))) == pack 8
-- True
edit :: forall l ts a. Result a => (forall s. Reader (Editable s l) ts '[] a) -> Packed l ts -> (Packed l ts, a)
edit f (Packed bytes) = case f @() of
  Reader g -> unsafePerformIO (IO (\s0 -> case unIO (copied bytes) s0 of
    (# s, own@(PS (ForeignPtr p e) (I# o) _) #) ->
      keepAlive# e s (\s1 -> case open (g e nullAddr# (plusAddr# p o) s1) of
        (# s2, _, a #) -> (# s2, (Packed own, a) #))))
{-# INLINE edit #-}

-- | A copy for one edit. ('Bytes.copy' is an expression that GHC may share with an equal one; then two edits would
-- write to one copy.)
copied :: ByteString -> IO ByteString
copied (PS source o n) =
  create n (\to -> withForeignPtr source (\from -> copyBytes to (from `plusPtr` o) n))
{-# NOINLINE copied #-}
