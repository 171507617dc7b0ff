-- | Bytes that come from outside.
module PackedData.Validate
  ( fromByteString,
    fromByteStringWith,
    Valid,
    Limits (..),
    defaultLimits,
    Refused (..),
    Reason (..),
    Step (..),
  )
where

import PackedData.Internal.Check
import PackedData.Internal.Packed
