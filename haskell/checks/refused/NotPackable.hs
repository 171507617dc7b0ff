{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds, FlexibleContexts, QualifiedDo, TypeApplications, TypeOperators #-}
-- The type was not declared with mkPacked.
module NotPackable where

import PackedData

data Colour = Red | Green

colour :: Packed Compact '[Colour]
colour = pack Green
