{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds, FlexibleContexts, QualifiedDo, TypeApplications, TypeOperators #-}
-- A function for one layout is used with another.
module OtherLayoutsBytes where

import PackedData
import Paper

compactOnly :: Packed Compact '[Tree] -> Int
compactOnly = runReader sumTree

number :: Int
number = compactOnly (packedTree @Indexed)
