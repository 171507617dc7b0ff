{-# LANGUAGE TemplateHaskell #-}
{-# OPTIONS_GHC -Wno-orphans #-}

-- | Vectors, and lists that are not empty: the same bytes as those of a list.
module PackedData.Internal.Vectors () where

import qualified Data.List.NonEmpty as NonEmpty
import Data.List.NonEmpty (NonEmpty)
import qualified Data.Vector as Boxed
import qualified Data.Vector.Generic as Generic
import qualified Data.Vector.Generic.Mutable as Mutable
import qualified Data.Vector.Storable as Storable
import qualified Data.Vector.Unboxed as Unboxed
import Data.Proxy (Proxy (..))
import Foreign (Storable)
import GHC.Base (unIO)
import GHC.Exts
import Language.Haskell.TH hiding (Type)
import PackedData.Internal.Bytes
import PackedData.Internal.Check
import PackedData.Internal.Class
import PackedData.Internal.Derive (inlined)
import PackedData.Internal.Instances
import PackedData.Internal.Reader
import PackedData.Internal.Result
import PackedData.Internal.Sequence
import PackedData.Internal.Writer
import Prelude hiding (return, (>>), (>>=))

instance Result (Boxed.Vector t) where
  newtype Out (Boxed.Vector t) = OutVector (Boxed (Boxed.Vector t))

instance Result (Unboxed.Vector t) where
  newtype Out (Unboxed.Vector t) = OutUnboxedVector (Boxed (Unboxed.Vector t))

instance Result (Storable.Vector t) where
  newtype Out (Storable.Vector t) = OutStorableVector (Boxed (Storable.Vector t))

type instance Seen l (Boxed.Vector t) = Items l t

type instance Seen l (Unboxed.Vector t) = Items l t

type instance Seen l (Storable.Vector t) = Items l t

type instance Seen l (NonEmpty t) = Items l t

instance Stores l t => Stores l (Boxed.Vector t)

instance Stores l t => Stores l (Unboxed.Vector t)

instance Stores l t => Stores l (Storable.Vector t)

instance Stores l t => Stores l (NonEmpty t)

-- | A state while a vector is filled: the number of elements so far.
data Filled = Filled Int#

readVector ::
  forall v l t r.
  (Layout l, Packable t, Generic.Vector v t, Result (v t)) =>
  Reader l (v t : r) r (v t)
readVector = Reader (\e _ p s0 -> case count# (skipper @l @t) p s0 of
  (# s1, n #) -> case unIO (Mutable.unsafeNew (I# n)) s1 of
    (# s2, vector #) ->
      let store (Filled i) q s3 = case open (at# (readIt @t @l) e nullAddr# q s3) of
            (# s4, q4, t #) -> case unIO (Mutable.unsafeWrite vector (I# i) t) s4 of
              (# s5, _ #) -> (# s5, q4, Filled (i +# 1#) #)
       in case foldSequence# @l (Proxy :: Proxy t) store (Filled 0#) p s2 of
            (# s6, p6, _ #) -> case unIO (Generic.unsafeFreeze vector) s6 of (# s7, v #) -> out s7 p6 v)
{-# INLINABLE [0] readVector #-}

putVector :: forall v l t r. (Layout l, Packable t, Generic.Vector v t) => v t -> Needs l (v t : r) r
putVector v = putSequence @l @t putIt (Generic.length v) (Generic.toList v)
{-# INLINABLE [0] putVector #-}

skipVector :: forall v l t. (Layout l, Packable t) => Skip l (v t)
skipVector = skipSequence @l @t
{-# INLINE skipVector #-}

checkVector :: forall v l t. (Layout l, Packable t) => Check l (v t)
checkVector = checkSequence @l @t
{-# INLINE checkVector #-}

do
  t <- newName "t"
  let with constraint = AppT (ConT constraint) (VarT t)
      methods =
        [ ('extent, 'sequenceExtent),
          ('readIt, 'readVector),
          ('skipIt, 'skipVector),
          ('putIt, 'putVector),
          ('checkIt, 'checkVector),
          ('seeIt, 'seeItems)
        ]
      vector constraints v =
        InstanceD Nothing (map with (''Packable : constraints)) (AppT (ConT ''Packable) (with v)) (inlined methods)
  pure [vector [] ''Boxed.Vector, vector [''Unboxed.Unbox] ''Unboxed.Vector, vector [''Storable] ''Storable.Vector]

instance Packable t => Packable (NonEmpty t) where
  extent = sequenceExtent
  {-# INLINE extent #-}
  readIt = readNonEmpty
  {-# INLINE readIt #-}
  skipIt = skipVector
  {-# INLINE skipIt #-}
  putIt = putNonEmpty
  {-# INLINE putIt #-}
  checkIt = checkNonEmpty
  {-# INLINE checkIt #-}
  seeIt = seeItems
  {-# INLINE seeIt #-}

readNonEmpty :: forall l t r. (Layout l, Packable t) => Reader l (NonEmpty t : r) r (NonEmpty t)
readNonEmpty = Reader (\e b p s -> case open (at# (readIt @[t] @l) e b p s) of
  (# s1, p1, ts #) -> out s1 p1 (NonEmpty.fromList ts))
{-# INLINE readNonEmpty #-}

putNonEmpty :: forall l t r. (Layout l, Packable t) => NonEmpty t -> Needs l (NonEmpty t : r) r
putNonEmpty ts = case putIt @[t] @l (NonEmpty.toList ts) of Writer f -> Writer f
{-# INLINE putNonEmpty #-}

-- | (In each layout, an empty sequence and no other begins with a zero.)
checkNonEmpty :: forall l t. (Layout l, Packable t) => Check l (NonEmpty t)
checkNonEmpty = case checkIt @[t] @l of
  Check f -> Check (\c path levels sized p end s -> case f c path levels sized p end s of
    (# s1, p1 #) -> case load8# p s1 of
      (# s2, 0# #) -> refuse# c path p (NotAllowed "an empty list, of a type whose lists have an element") s2
      (# s2, _ #) -> (# s2, p1 #))
{-# INLINE checkNonEmpty #-}
