{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds, FlexibleContexts, QualifiedDo, TypeApplications, TypeOperators #-}
-- Two trees are read from a buffer with one.
module ReadsPastEnd where

import PackedData
import qualified PackedData.Do as R
import Paper

two :: Int
two = runReader (sumTree R.>> sumTree) (packedTree @Compact)
