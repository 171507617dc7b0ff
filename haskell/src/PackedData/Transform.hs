-- | From packed data to packed data, in the same layout or another.
module PackedData.Transform
  ( Transform,
    transform,
    onField,
    mapField,
    copyField,
    reading,
    writing,

    -- * Types of base

    -- | As what @mkPacked@ writes: each takes a transform for each constructor.
    --
    -- >>> unpack (transform @Compact (transformMaybe (R.return ()) (mapField succ)) (pack @Compact (Just 'a')))
    -- Just 'b'
    -- >>> unpack (transform @Compact (transformEither (mapField succ) (mapField not)) (pack @Compact (Left 'a')))
    -- Left 'b'
    -- >>> unpack (transform @Compact (transformTuple2 (mapField succ R.>> mapField not)) (pack @Compact ('a', True)))
    -- ('b',False)
    -- >>> let three = transformTuple3 (copyField R.>> mapField not R.>> copyField)
    -- >>> unpack (transform three (pack @Compact ('a', True, 'c')))
    -- ('a',False,'c')
    transformMaybe,
    transformEither,
    transformTuple2,
    transformTuple3,
  )
where

import PackedData.Internal.Instances
import PackedData.Internal.Transform
