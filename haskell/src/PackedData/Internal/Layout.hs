-- | The layouts, and which of them it is: 'kind', a constant that the compiler folds.
module PackedData.Internal.Layout
  ( Kinded (..),
    Kind (..),
    kind,
    Compact,
    Indexed,
    PackedData,
    PackedDataFieldSizes,
    PackedDataSkipLast,
    Editable,
    staticFirst,
    cells,
    countedTags,
  )
where

import Data.Kind (Type)
import GHC.Exts (Proxy#, proxy#)

-- | The layout without a byte that a value does not need: the book's page "Compact".
data Compact

-- | The layout for random access: fields of static size come first, and there are sizes before fields that only a walk
-- could skip. The book's page "Indexed".
data Indexed

-- | The bytes of the Haskell library @packed-data@ 0.1.0.2 without flags.
data PackedData

-- | The bytes of @packed-data@ with the flag @InsertFieldSize@: a size of four bytes before each field.
data PackedDataFieldSizes

-- | The bytes of @packed-data@ with the flags @InsertFieldSize@ and @SkipLastFieldSize@: a size before each field but
-- the last of its constructor.
data PackedDataSkipLast

-- | Layout @l@ in a buffer that is being edited; @s@ keeps readers that write inside of one 'PackedData.Edit.edit'.
data Editable s l

-- | Which of the layouts it is.
data Kind = KCompact | KIndexed | KPlain | KFieldSizes | KSkipLast
  deriving (Eq, Show)

-- | A layout, and which it is. What a function does is decided by its methods of 'PackedData.Internal.Class.Layout',
-- which are made of functions with this constraint.
class Kinded (l :: Type) where
  -- | Which layout @l@ is.
  --
  -- It is a function for the optimiser's sake. The dictionary of a class with one method is that method. If it were a
  -- 'Kind', GHC would replace the dictionary, within each branch of a @case@ on it, by the constructor of that branch;
  -- in branches that are dead for the layout at hand, that is the dictionary of another layout, and the specialiser
  -- would make it the layout's own, everywhere. No dictionary of this library is data that a @case@ can look at.
  kindOf :: Proxy# l -> Kind

instance Kinded Compact where
  kindOf _ = KCompact
  {-# INLINE kindOf #-}

instance Kinded Indexed where
  kindOf _ = KIndexed
  {-# INLINE kindOf #-}

instance Kinded PackedData where
  kindOf _ = KPlain
  {-# INLINE kindOf #-}

instance Kinded PackedDataFieldSizes where
  kindOf _ = KFieldSizes
  {-# INLINE kindOf #-}

instance Kinded PackedDataSkipLast where
  kindOf _ = KSkipLast
  {-# INLINE kindOf #-}

instance Kinded l => Kinded (Editable s l) where
  kindOf _ = kind @l
  {-# INLINE kindOf #-}

-- | Which layout @l@ is.
kind :: forall l. Kinded l => Kind
kind = kindOf (proxy# :: Proxy# l)
{-# INLINE kind #-}

-- | Whether fields of static size come before all others.
staticFirst :: forall l. Kinded l => Bool
staticFirst = case kind @l of
  KIndexed -> True
  _ -> False
{-# INLINE staticFirst #-}

-- | Whether a sequence is a chain of cells, as a Haskell list is, and every constructor has a tag of one byte.
cells :: forall l. Kinded l => Bool
cells = case kind @l of
  KCompact -> False
  KIndexed -> False
  _ -> True
{-# INLINE cells #-}

-- | Whether the width of a tag depends on the number of constructors.
countedTags :: forall l. Kinded l => Bool
countedTags = not (cells @l)
{-# INLINE countedTags #-}
