-- | Functions that GHC copies for each layout or place, with calls in branches for one layout or place.
module Branches (layoutAndSteps, placeAndSteps) where

import GHC.Exts (Proxy#, proxy#)
import PackedData.Internal.Class (KnownPlace (..), Layout, Place (..))
import PackedData.Internal.Layout

-- | The layout, once more than the steps.
layoutAndSteps :: forall l. Layout l => Int -> [Kind]
layoutAndSteps n = case kind @l of
  KIndexed -> KIndexed : layouts @l n
  KSkipLast -> KSkipLast : layouts @l n
  KFieldSizes -> KFieldSizes : layouts @l n
  KPlain -> KPlain : layouts @l n
  KCompact -> KCompact : layouts @l n
{-# INLINE layoutAndSteps #-}

-- | The layout at each step. (It is recursive, so GHC does not inline it, but copies it.)
layouts :: forall l. Layout l => Int -> [Kind]
layouts 0 = []
layouts n = kind @l : layouts @l (n - 1)
{-# INLINABLE layouts #-}

place :: forall p. KnownPlace p => Place
place = placeOf (proxy# :: Proxy# p)
{-# INLINE place #-}

-- | The place, once more than the steps.
placeAndSteps :: forall p. KnownPlace p => Int -> [Place]
placeAndSteps n = case place @p of
  Bare -> Bare : places @p n
  Inner -> Inner : places @p n
  Last -> Last : places @p n
{-# INLINE placeAndSteps #-}

places :: forall p. KnownPlace p => Int -> [Place]
places 0 = []
places n = place @p : places @p (n - 1)
{-# INLINABLE places #-}
