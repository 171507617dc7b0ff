{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds, FlexibleContexts, QualifiedDo, TypeApplications, TypeOperators #-}
-- The second subtree of a node is not read.
module ForgetsField where

import PackedData
import qualified PackedData.Do as R
import Paper

leftMost :: Layout l => Reader l (Tree : r) r Int
leftMost = caseTree readField (field leftMost)
