-- | From packed data to packed data, in the same layout or another.
module PackedData.Transform
  ( Transform,
    transform,
    onField,
    mapField,
    copyField,
    reading,
    writing,
    transformMaybe,
    transformEither,
    transformTuple2,
    transformTuple3,
  )
where

import PackedData.Internal.Instances
import PackedData.Internal.Transform
