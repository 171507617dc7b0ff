-- | Types that are packed as values of another type.
module PackedData.Adapter (Adapted (..)) where

import PackedData.Internal.Adapter
import PackedData.Internal.Numbers ()
