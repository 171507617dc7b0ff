-- | From writers to buffers.
module PackedData.Internal.Build (finish, built, capacityLike, source#, copy, value) where

import Data.ByteString.Internal (ByteString (..))
import qualified Data.ByteString as Bytes
import GHC.Exts
import GHC.ForeignPtr (ForeignPtr (..), ForeignPtrContents)
import GHC.IO (IO (..), unsafeDupablePerformIO)
import PackedData.Internal.Class
import PackedData.Internal.Reader
import PackedData.Internal.Writer
import Prelude hiding (return, (>>), (>>=))

-- | The buffer that a computation writes, which needs nothing any more.
--
-- >>> finish (writeNode (writeLeaf (value 1)) (writeLeaf (value 2))) == pack @Indexed (Node (Leaf 1) (Leaf 2))
-- True
finish :: StoresAll l ts => Needs l ts '[] -> Packed l ts
finish (Writer f) = built (\w p e s -> f w 0# p e s) 256
{-# INLINE finish #-}

-- | Keeps a buffer alive while it is written.
data Kept = Kept W

-- | The buffer that is written by a function, with this capacity to begin with.
built :: (W -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr#, Addr#, () #)) -> Int -> Packed l ts
built f (I# capacity) = Packed (unsafeDupablePerformIO (IO (\s0 -> case newW capacity s0 of
  (# s1, w, p, e #) -> keepAlive# (Kept w) s1 (\s2 -> case f w p e s2 of
    (# s3, p1, _, _ #) -> finishWriter# w p1 s3))))
{-# INLINE built #-}

-- | A capacity that suffices for a copy with small changes.
capacityLike :: Packed l ts -> Int
capacityLike (Packed bytes) = Bytes.length bytes + Bytes.length bytes `quot` 8 + 64

-- | Where a buffer is, and how long it is.
source# :: Packed l ts -> (# ForeignPtrContents, Addr#, Int# #)
source# (Packed (PS (ForeignPtr a c) (I# o) (I# n))) = (# c, plusAddr# a o, n #)
{-# INLINE source# #-}

-- | Writes the value of a buffer with one copy.
--
-- >>> finish (copy (pack @Compact 'a') R.>> value 'b') == finish (value 'a' R.>> value 'b')
-- True
copy :: Packed l '[t] -> Needs l (t : r) r
copy (Packed bytes) = Writer (\w _ p e s -> writeBytes# bytes w p e s)

-- | Writes a value.
--
-- >>> unpack (finish @Compact (value small))
-- Node (Leaf 1) (Node (Leaf 2) (Leaf 3))
value :: (Layout l, Packable t) => t -> Needs l (t : r) r
value = putIt
{-# INLINE value #-}
