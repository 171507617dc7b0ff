-- | The layouts, and what distinguishes them. Everything else asks 'kind', a constant that the compiler folds.
module PackedData.Internal.Layout
  ( Layout (..),
    Frozen,
    CountedTags,
    Lengths,
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
    layoutNameOf,
  )
where

import Data.Kind (Constraint, Type)
import Data.Proxy (Proxy)
import GHC.Exts (Proxy#, proxy#)
import GHC.TypeLits (ErrorMessage (..), Symbol, TypeError)

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

-- | The ways to lay out values in bytes. A function with this constraint works on all of them. It is fast if the
-- compiler makes a copy for each layout: it does so within a module; across modules, mark the function @INLINABLE@.
class Layout (l :: Type) where
  -- | Which layout @l@ is.
  --
  -- It is a function for the optimiser's sake. The dictionary of a class with one method is that method. If it were a
  -- 'Kind', GHC would replace the dictionary, within each branch of a @case@ on it, by the constructor of that branch;
  -- in branches that are dead for the layout at hand, that is the dictionary of another layout, and the specialiser
  -- would make it the layout's own, everywhere. No dictionary of this library is data that a @case@ can look at.
  kindOf :: Proxy# l -> Kind

instance Layout Compact where
  kindOf _ = KCompact
  {-# INLINE kindOf #-}

instance Layout Indexed where
  kindOf _ = KIndexed
  {-# INLINE kindOf #-}

instance Layout PackedData where
  kindOf _ = KPlain
  {-# INLINE kindOf #-}

instance Layout PackedDataFieldSizes where
  kindOf _ = KFieldSizes
  {-# INLINE kindOf #-}

instance Layout PackedDataSkipLast where
  kindOf _ = KSkipLast
  {-# INLINE kindOf #-}

instance Layout l => Layout (Editable s l) where
  kindOf _ = kind @l
  {-# INLINE kindOf #-}

-- | Which layout @l@ is.
kind :: forall l. Layout l => Kind
kind = kindOf (proxy# :: Proxy# l)
{-# INLINE kind #-}

-- | Layouts of buffers that never change: all but 'Editable'.
class Layout l => Frozen l

instance Frozen Compact

instance Frozen Indexed

instance Frozen PackedData

instance Frozen PackedDataFieldSizes

instance Frozen PackedDataSkipLast

-- | Layouts with tags wide enough for more than 256 constructors.
class Layout l => CountedTags l

instance CountedTags Compact

instance CountedTags Indexed

-- | Layouts with texts, byte strings, tuples, maps and sets: 'Compact' and 'Indexed'.
class Layout l => Lengths l

instance Lengths Compact

instance Lengths Indexed

instance None "PackedData" => Lengths PackedData

instance None "PackedDataFieldSizes" => Lengths PackedDataFieldSizes

instance None "PackedDataSkipLast" => Lengths PackedDataSkipLast

type family None (layout :: Symbol) :: Constraint where
  None layout = TypeError
    ( 'Text "The layout " ':<>: 'Text layout ':<>: 'Text " has no texts, byte strings, tuples, maps, sets and"
        ':$$: 'Text "numbers of 128 bits. Use lists, types of your own, or the layout Compact or Indexed."
    )

-- | Whether fields of static size come before all others.
staticFirst :: forall l. Layout l => Bool
staticFirst = case kind @l of
  KIndexed -> True
  _ -> False
{-# INLINE staticFirst #-}

-- | Whether a sequence is a chain of cells, as a Haskell list is, and every constructor has a tag of one byte.
cells :: forall l. Layout l => Bool
cells = case kind @l of
  KCompact -> False
  KIndexed -> False
  _ -> True
{-# INLINE cells #-}

-- | Whether the width of a tag depends on the number of constructors.
countedTags :: forall l. Layout l => Bool
countedTags = not (cells @l)
{-# INLINE countedTags #-}

-- | The name of a layout, for messages.
--
-- >>> layoutNameOf (Proxy :: Proxy Indexed)
-- "Indexed"
layoutNameOf :: forall l. Layout l => Proxy l -> String
layoutNameOf _ = case kind @l of
  KCompact -> "Compact"
  KIndexed -> "Indexed"
  KPlain -> "PackedData"
  KFieldSizes -> "PackedDataFieldSizes"
  KSkipLast -> "PackedDataSkipLast"
