-- | The layouts.
module PackedData.Layout
  ( Layout,
    Compact,
    Indexed,
    PackedData,
    PackedDataFieldSizes,
    PackedDataSkipLast,
    Editable,
    Frozen,
    Lengths,
    CountedTags,
    layoutNameOf,
  )
where

import PackedData.Internal.Class
import PackedData.Internal.Everywhere
import PackedData.Internal.Layout
