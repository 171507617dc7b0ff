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

    -- | As what @mkPacked@ writes.
    --
    -- >>> case (viewMaybe (view (pack (Just 'a'))) :: MaybeView Compact Char) of { JustView a -> a; _ -> 'z' }
    -- 'a'
    -- >>> case (viewEither (view (pack (Left 'a'))) :: EitherView Compact Char ()) of { LeftView a -> a; _ -> 'z' }
    -- 'a'
    -- >>> case (viewOrdering (view (pack LT)) :: OrderingView Compact) of { LTView -> 'l'; _ -> 'z' }
    -- 'l'
    -- >>> case viewTuple2 (view (pack @Compact ('a', 'b'))) of Tuple2View _ b -> b
    -- 'b'
    -- >>> case viewTuple3 (view (pack @Compact ('a', 'b', 'c'))) of Tuple3View _ _ c -> c
    -- 'c'
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
