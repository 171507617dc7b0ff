-- | What @QualifiedDo@ needs: @import qualified PackedData.Do as R@, then @R.do@. It works for readers, for @Needs@ and
-- for transforms.
module PackedData.Do ((>>=), (>>), return) where

import PackedData.Internal.Reader (IxMonad (..))
import Prelude ()
