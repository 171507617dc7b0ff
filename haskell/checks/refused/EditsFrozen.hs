{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds, FlexibleContexts, QualifiedDo, TypeApplications, TypeOperators #-}
-- A buffer that is not a copy cannot be changed.
module EditsFrozen where

import PackedData
import Paper

number :: ()
number = runReader incrementInPlace (packedTree @Compact)
