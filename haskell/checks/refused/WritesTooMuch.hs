{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds, FlexibleContexts, QualifiedDo, TypeApplications, TypeOperators #-}
-- A leaf has one field.
module WritesTooMuch where

import PackedData
import qualified PackedData.Do as R
import Paper

leaf :: Packed Compact '[Tree]
leaf = finish (writeLeaf (value 1 R.>> value 2))
