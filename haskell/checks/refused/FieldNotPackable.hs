{-# LANGUAGE TemplateHaskell #-}
{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds, FlexibleContexts, QualifiedDo, TypeApplications, TypeOperators #-}
-- A field is of a type that was not declared with mkPacked.
module FieldNotPackable where

import PackedData
import PackedData.TH (mkPacked)

data Colour = Red | Green

data Line = Line Int [Maybe Colour]

mkPacked ''Line
