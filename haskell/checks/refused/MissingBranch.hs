{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds, FlexibleContexts, QualifiedDo, TypeApplications, TypeOperators #-}
-- There is no branch for nodes.
module MissingBranch where

import PackedData
import Paper

value' :: Layout l => Reader l (Tree : r) r Int
value' = caseTree readField
