{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds, FlexibleContexts, QualifiedDo, TypeApplications, TypeOperators #-}
-- A reader returns a type that has no instance of Result.
module ReturnsUnknown where

import PackedData
import qualified PackedData.Do as R

newtype Total = Total Int

total :: Packed Compact '[Int] -> Total
total = runReader (reader R.>>= \n -> R.return (Total n))
