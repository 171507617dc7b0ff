-- | Ordinary data types, packed into one buffer and read, built, transformed and edited there.
module PackedData
  ( module PackedData.Layout,
    module PackedData.Packed,
    module PackedData.Reader,
    module PackedData.Needs,
    module PackedData.Transform,
    module PackedData.View,
    module PackedData.Edit,
    module PackedData.Validate,
    module PackedData.File,
    module PackedData.Types,
    module PackedData.Adapter,
  )
where

import PackedData.Adapter
import PackedData.Edit
import PackedData.File
import PackedData.Layout
import PackedData.Needs
import PackedData.Packed
import PackedData.Reader
import PackedData.Transform
import PackedData.Types
import PackedData.Validate
import PackedData.View
