{-# LANGUAGE TemplateHaskell #-}
{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds, FlexibleContexts, QualifiedDo, TypeApplications, TypeOperators #-}
-- Synonyms have no constructors.
module NotAType where

import PackedData
import PackedData.TH (mkPacked)

type Name = [Char]

mkPacked ''Name
