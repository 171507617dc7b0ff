{-# LANGUAGE NoDataKinds, NoTypeFamilies, NoUndecidableInstances #-}
{-# LANGUAGE TemplateHaskell #-}
-- The module lacks extensions.
module FewExtensions where

import PackedData
import PackedData.TH (mkPacked)

data Colour = Red | Green

mkPacked ''Colour
