{-# LANGUAGE TemplateHaskell #-}
{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds, FlexibleContexts, QualifiedDo, TypeApplications, TypeOperators #-}
-- A function cannot be packed.
module FunctionField where

import PackedData
import PackedData.TH (mkPacked)

data Handler = Handler Int (Int -> Int)

mkPacked ''Handler
