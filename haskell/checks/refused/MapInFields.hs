{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds, FlexibleContexts, QualifiedDo, TypeApplications, TypeOperators #-}
-- The layouts of the paper's library have no maps, also not in the fields of a type.
module MapInFields where

import Data.Map (Map, empty)
import PackedData

maps :: Packed PackedDataSkipLast '[Maybe (Map Int Int)]
maps = pack (Just empty)
