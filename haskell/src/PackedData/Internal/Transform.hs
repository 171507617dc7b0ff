-- | Transforms: a reader and a writer that walk together.
module PackedData.Internal.Transform
  ( Transform (..),
    transform,
    onField,
    mapField,
    copyField,
    reading,
    writing,
    transformOf,
    enterBoth,
  )
where

import Data.Kind (Type)
import Data.Proxy (Proxy (..))
import GHC.Exts
import GHC.ForeignPtr (ForeignPtrContents)
import PackedData.Internal.Bytes
import PackedData.Internal.Build
import PackedData.Internal.Class
import PackedData.Internal.Reader
import PackedData.Internal.Result
import PackedData.Internal.Writer
import Prelude hiding (return, (>>), (>>=))

-- | A computation that reads a buffer in layout @l@ and writes another in layout @k@. Its indices are pairs: the types
-- that are left to be read, and those that are still needed.
--
-- The arguments are those of a 'Reader' and a 'Writer': what keeps the source alive, its static fields; the buffer that
-- is written, the offset of its static fields; both positions, the end of the capacity, and the state.
newtype Transform (l :: Type) (k :: Type) (i :: ([Type], [Type])) (j :: ([Type], [Type])) a
  = Transform
      ( ForeignPtrContents ->
        Addr# ->
        W ->
        Int# ->
        Addr# ->
        Addr# ->
        Addr# ->
        State# RealWorld ->
        (# State# RealWorld, Addr#, Addr#, Addr#, a #)
      )

type role Transform nominal nominal nominal nominal representational

instance Functor (Transform l k i j) where
  fmap f (Transform g) = Transform (\c sb w db p q e s -> case g c sb w db p q e s of
    (# s1, p1, q1, e1, a #) -> (# s1, p1, q1, e1, f a #))
  {-# INLINE fmap #-}

instance IxMonad (Transform l k) where
  type Ok (Transform l k) a = Unconstrained a
  Transform m >>= f = Transform (\c sb w db p q e s -> case m c sb w db p q e s of
    (# s1, p1, q1, e1, a #) -> case f a of Transform g -> g c sb w db p1 q1 e1 s1)
  {-# INLINE (>>=) #-}
  Transform m >> Transform g = Transform (\c sb w db p q e s -> case m c sb w db p q e s of
    (# s1, p1, q1, e1, _ #) -> g c sb w db p1 q1 e1 s1)
  {-# INLINE (>>) #-}
  return a = Transform (\_ _ _ _ p q e s -> (# s, p, q, e, a #))
  {-# INLINE return #-}

-- | Writes a buffer while another is read.
--
-- > increment :: Layout l => Transform l l '(Tree : r, Tree : q) '(r, q) ()
-- > increment = transformTree (mapField (+ 1)) (onField increment R.>> onField increment)
--
-- >>> unpack (transform increment (pack @Indexed small))
-- Node (Leaf 2) (Node (Leaf 3) (Leaf 4))
transform :: StoresAll k us => Transform l k '(ts, us) '( '[], '[]) () -> Packed l ts -> Packed k us
transform (Transform f) packed = built (\w q e s -> case source# packed of
  (# c, p, _ #) -> case f c nullAddr# w 0# p q e s of
    (# s1, _, q1, e1, a #) -> case touch# c s1 of s2 -> (# s2, q1, e1, a #)) (capacityLike packed)
{-# INLINE transform #-}

-- | Transforms a field into a field.
--
-- >>> let both = transformTuple2 (onField increment R.>> mapField not)
-- >>> unpack (transform @Compact both (pack @Compact (Leaf 1, True)))
-- (Leaf 2,False)
onField ::
  forall l k b p t c q u r n a.
  (Layout l, Layout k, Before b, KnownPlace p, Packable t, Before c, KnownPlace q, Packable u) =>
  Transform l k '( '[t], '[u]) '( '[], '[]) a ->
  Transform l k '(Field b p t : r, Field c q u : n) '(r, n) a
onField (Transform f) = Transform (\c sb w db p q e s -> case fieldAt# @l (Proxy :: Proxy (Field b p t)) sb p s of
  (# s1, p1 #) ->
    case putField# @k (Proxy :: Proxy (Field c q u)) (\q1 e1 s2 -> f c nullAddr# w 0# p1 q1 e1 s2) w db q e s1 of
      (# s2, p2, q2, e2, a #) -> (# s2, afterField# @l (Proxy :: Proxy t) p p2, q2, e2, a #))
{-# INLINE onField #-}

-- | Writes a function of a field as a field.
--
-- >>> unpack (transform @Compact (transformTuple2 (mapField fromEnum R.>> mapField not)) (pack @Indexed ('a', True)))
-- (97,False)
mapField ::
  (Layout l, Layout k, Before b, KnownPlace p, Packable t, Before c, KnownPlace q, Packable u) =>
  (t -> u) ->
  Transform l k '(Field b p t : r, Field c q u : n) '(r, n) ()
mapField f = onField (reading readIt >>= \t -> writing (putIt (f t)))
{-# INLINE mapField #-}

-- | Copies the bytes of a field.
--
-- >>> unpack (transform (transformTuple2 (copyField R.>> mapField not)) (pack @Compact ('a', True)))
-- ('a',False)
copyField ::
  forall l b p t c q r n.
  (Layout l, Before b, KnownPlace p, Packable t, Before c, KnownPlace q) =>
  Transform l l '(Field b p t : r, Field c q t : n) '(r, n) ()
copyField = onField (Transform (\_ _ w _ p q e s -> case skip# @l @t p s of
  (# s1, p1 #) ->
    let n = minusAddr# p1 p
     in reserve# w n q e s1 (\q1 e1 s2 -> case copy# p q1 n s2 of s3 -> (# s3, p1, plusAddr# q1 n, e1, () #))))
{-# INLINE copyField #-}

-- | Only reads. What is read decides what is written.
--
-- >>> unpack (transform @Compact (reading reader R.>>= \n -> writing (value (show (n :: Int)))) (pack @Indexed 7))
-- "7"
reading :: Result a => Reader l p p' a -> Transform l k '(p, n) '(p', n) a
reading (Reader f) = Transform (\c sb _ _ p q e s -> case open (f c sb p s) of (# s1, p1, a #) -> (# s1, p1, q, e, a #))
{-# INLINE reading #-}

-- | Only writes.
--
-- >>> unpack (transform @Compact (reading skip R.>> writing (value True)) (pack @Indexed 'a'))
-- True
writing :: Writer k n n' a -> Transform l k '(p, n) '(p, n') a
writing (Writer f) = Transform (\_ _ w db p q e s -> case f w db q e s of (# s1, q1, e1, a #) -> (# s1, p, q1, e1, a #))
{-# INLINE writing #-}

-- | Reads a tag, then does what it determines.
transformOf ::
  forall l k t u r n a.
  Layout l =>
  Con ->
  (Int -> Transform l k '(t : r, u : n) '(r, n) a) ->
  Transform l k '(t : r, u : n) '(r, n) a
transformOf con f = Transform (\c sb w db p q e s -> case tag# @l con p s of
  (# s1, tag, p1 #) -> case f (I# tag) of Transform g -> g c sb w db p1 q e s1)
{-# INLINE transformOf #-}

-- | Enters the fields of a constructor after its tag was read, and writes its tag.
enterBoth ::
  forall ts us l k i r n t u a.
  (Layout l, Layout k, Before ts, Before us) =>
  Con ->
  Int ->
  Proxy ts ->
  Proxy us ->
  Transform l k i '(r, n) a ->
  Transform l k '(t : r, u : n) '(r, n) a
enterBoth con (I# tag) _ _ (Transform f) = Transform (\c _ w _ p q e s -> case putTag# @k con tag w q e s of
  (# s1, q1, e1 #) -> case leave# @k (proxy# :: Proxy# us) w q1 e1 s1 of
    (# s2, base, q2, e2 #) -> f c p w base (enter# @l (proxy# :: Proxy# ts) p) q2 e2 s2)
{-# INLINE enterBoth #-}
