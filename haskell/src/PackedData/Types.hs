-- | Types that exist because other languages have them, and borrowed texts.
module PackedData.Types
  ( Utf8,
    utf8Bytes,
    utf8ToText,
    Word128 (..),
    Int128 (..),
    Duration,
    duration,
    durationSeconds,
    durationNanoseconds,
  )
where

import PackedData.Internal.Types
