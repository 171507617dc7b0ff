{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds, FlexibleContexts, QualifiedDo, TypeApplications, TypeOperators #-}
-- The paper's figure 5b: a character is read where a number is packed.
module ReadsChar where

import PackedData
import qualified PackedData.Do as R

example :: Layout l => Reader l '[Int, Int] '[] Int
example = R.do
    i1 <- reader
    c <- reader
    R.return (i1 + fromEnum (c :: Char))
