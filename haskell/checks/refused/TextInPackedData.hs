{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds, FlexibleContexts, QualifiedDo, TypeApplications, TypeOperators #-}
-- The layouts of the paper's library have no text.
module TextInPackedData where

import Data.Text (Text, pack)
import PackedData hiding (pack)
import qualified PackedData

text :: Packed PackedData '[Text]
text = PackedData.pack (pack "hello")
