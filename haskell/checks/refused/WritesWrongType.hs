{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds, FlexibleContexts, QualifiedDo, TypeApplications, TypeOperators #-}
-- A character is written where a number is needed.
module WritesWrongType where

import PackedData
import Paper

leaf :: Packed Compact '[Tree]
leaf = finish (writeLeaf (value 'a'))
