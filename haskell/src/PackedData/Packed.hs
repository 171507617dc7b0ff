-- | Buffers of packed values, and how they come to be.
module PackedData.Packed
  ( Packed,
    Packable,
    Stores,
    StoresAll,
    pack,
    tryPack,
    TooLarge (..),
    unpack,
    append,
    type (++),
    toByteString,
  )
where

import PackedData.Internal.Class
import PackedData.Internal.Instances ()
import PackedData.Internal.Numbers ()
import PackedData.Internal.Packed
import PackedData.Internal.Reader
import PackedData.Internal.Vectors ()
import PackedData.Internal.Writer
