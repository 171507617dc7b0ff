-- | Views: random access to values where they are.
module PackedData.Internal.View
  ( view,
    seen,
    get,
    readView,
    FieldsAt (..),
    viewCase,
    enterView,
    seeField,
    withNext,
  )
where

import Data.Kind (Type)
import Data.Proxy (Proxy (..))
import GHC.Exts
import GHC.ForeignPtr (ForeignPtrContents)
import PackedData.Internal.Build (source#)
import PackedData.Internal.Class
import PackedData.Internal.Everywhere
import PackedData.Internal.Reader
import PackedData.Internal.Result

-- | The view of the first value of a buffer.
--
-- >>> get (view (pack @Indexed small))
-- Node (Leaf 1) (Node (Leaf 2) (Leaf 3))
view :: Frozen l => Packed l (t : ts) -> View l t
view packed = case source# packed of (# c, p, _ #) -> View p c
{-# INLINE view #-}

-- | What a view shows: a number, or its parts.
--
-- >>> seen (view (pack @Indexed 'x')) :: Seen Indexed Char
-- 'x'
seen :: (Layout l, Packable t) => View l t -> Seen l t
seen = seeIt
{-# INLINE seen #-}

-- | Makes a value.
--
-- >>> case viewTree (view (pack @Indexed small)) of { NodeView left _ -> get left; LeafView n -> Leaf n }
-- Leaf 1
get :: (Layout l, Packable t) => View l t -> t
get = readView readIt
{-# INLINE get #-}

-- | Reads what a view shows with a reader.
--
-- >>> readView sumTree (view (pack @Indexed small))
-- 6
readView :: Result a => Reader l (t : '[]) r a -> View l t -> a
readView (Reader f) (View p c) =
  keepAlive# c realWorld# (\s -> case open (f c nullAddr# p s) of (# _, _, a #) -> a)
{-# INLINE readView #-}

-- | The fields of a constructor that are not viewed yet: where its static fields begin, where the next varying field
-- begins, and what keeps them alive.
data FieldsAt l (ts :: [Type]) = FieldsAt Addr# Addr# ForeignPtrContents

-- | The constructor at the view, and its fields.
viewCase :: forall l t ts a. Layout l => Con -> View l t -> (Int -> FieldsAt l ts -> a) -> a
viewCase con (View p c) f = case tag# @l con p realWorld# of
  (# s, tag, p1 #) -> case touch# c s of _ -> f (I# tag) (FieldsAt p1 p1 c)
{-# INLINE viewCase #-}

-- | Fields of these types.
enterView :: forall ts l us q. (Layout l, Before ts) => Proxy ts -> FieldsAt l us -> FieldsAt l q
enterView _ (FieldsAt b p c) = FieldsAt b (enter# @l (proxy# :: Proxy# ts) p) c
{-# INLINE enterView #-}

-- | The next field.
seeField ::
  forall l b p t r.
  (Layout l, Before b, KnownPlace p, Packable t) =>
  Proxy (Field b p t) ->
  FieldsAt l (Field b p t : r) ->
  Seen l t
seeField f (FieldsAt b p c) = case fieldAt# @l f b p realWorld# of
  (# s, p1 #) -> case touch# c s of _ -> seeIt (View p1 c :: View l t)
{-# INLINE seeField #-}

-- | Continues with the fields after the next one. If they are found without a walk, they are found now; else when they
-- are asked for. (Measured: the sum of a tree in @Indexed@ takes a third less time than with a thunk.)
withNext ::
  forall l b p t r a.
  (Layout l, KnownPlace p, Packable t) =>
  Proxy (Field b p t) ->
  FieldsAt l (Field b p t : r) ->
  (FieldsAt l r -> a) ->
  a
withNext _ (FieldsAt b p c) k = atOnce `seq` k next
  where
    atOnce = if isFoundAtOnce @l (Proxy :: Proxy p) (Proxy :: Proxy t) then seq next () else ()
    next = case skipField# @l @p @t p realWorld# of (# s, p1 #) -> case touch# c s of _ -> FieldsAt b p1 c
{-# INLINE withNext #-}
