{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds, FlexibleContexts, QualifiedDo, TypeApplications, TypeOperators #-}
-- The number of a leaf is read twice.
module ReadsTwice where

import PackedData
import qualified PackedData.Do as R
import Paper

twice :: Layout l => Reader l (Tree : r) r Int
twice = caseTree (readField R.>> readField) (field twice R.>> field twice)
