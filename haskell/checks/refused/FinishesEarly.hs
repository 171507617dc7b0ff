{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds, FlexibleContexts, QualifiedDo, TypeApplications, TypeOperators #-}
-- The right subtree is not written.
module FinishesEarly where

import PackedData
import Paper

half :: Packed Compact '[Tree]
half = finish (startNode (needField (writeLeaf (value 1))))
