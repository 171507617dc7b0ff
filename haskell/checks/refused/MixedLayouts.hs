{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds, FlexibleContexts, QualifiedDo, TypeApplications, TypeOperators #-}
-- Buffers of two layouts cannot be joined.
module MixedLayouts where

import PackedData
import Paper

both :: Packed Compact '[Tree, Tree]
both = append packedTree (packedTree @Indexed)
