-- | Random access: plain functions of places in a buffer, for ordinary @case@ expressions and nested view patterns.
module PackedData.View
  ( View,
    Seen,
    view,
    seen,
    get,
    readView,

    -- * Sequences
    Items,
    itemsOf,
    countOf,
    itemOf,

    -- * Types of base
    MaybeView (..),
    viewMaybe,
    EitherView (..),
    viewEither,
    OrderingView (..),
    viewOrdering,
    Tuple2View (..),
    viewTuple2,
    Tuple3View (..),
    viewTuple3,
    Tuple4View (..),
    viewTuple4,
    Tuple5View (..),
    viewTuple5,
    Tuple6View (..),
    viewTuple6,
    Tuple7View (..),
    viewTuple7,
  )
where

import PackedData.Internal.Class
import PackedData.Internal.Instances
import PackedData.Internal.Sequence
import PackedData.Internal.View
