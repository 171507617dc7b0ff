{-# LANGUAGE TemplateHaskell, ExistentialQuantification #-}
{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds, FlexibleContexts, QualifiedDo, TypeApplications, TypeOperators #-}
-- The type of the field is not known when the value is read.
module Existential where

import PackedData
import PackedData.TH (mkPacked)

data Any = forall a. Show a => Any a

mkPacked ''Any
