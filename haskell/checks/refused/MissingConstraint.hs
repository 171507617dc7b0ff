{-# LANGUAGE DataKinds #-}
-- The signature does not say that the type can be packed.
module MissingConstraint where

import PackedData

first :: Packed Compact '[t, u] -> t
first = unpack
