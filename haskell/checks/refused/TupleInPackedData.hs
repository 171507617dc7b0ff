{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds, FlexibleContexts, QualifiedDo, TypeApplications, TypeOperators #-}
-- The layouts of the paper's library have no tuples.
module TupleInPackedData where

import PackedData

pair :: Packed PackedDataFieldSizes '[(Int, Int)]
pair = pack (1, 2)
