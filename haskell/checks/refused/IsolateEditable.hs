{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds, FlexibleContexts, QualifiedDo, TypeApplications, TypeOperators #-}
-- A part of the buffer that is edited cannot be taken out: it would change later.
module IsolateEditable where

import PackedData
import Paper

part :: (Packed Compact '[Tree], Packed Compact '[Tree])
part = edit isolate packedTree
