-- | What @QualifiedDo@ needs: @import qualified PackedData.Do as R@, then @R.do@. It works for readers, for @Needs@ and
-- for transforms. The operators are those of functors and applicative functors, for computations that have a type
-- before and a type after.
module PackedData.Do ((>>=), (>>), return, (<$>), (<$), (<*>), (<*), (*>)) where

import PackedData.Internal.Applicative
import PackedData.Internal.Reader (IxMonad (..))
import Prelude ()
