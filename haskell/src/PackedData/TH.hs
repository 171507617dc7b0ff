-- | Template Haskell: everything about a type, derived from its declaration.
module PackedData.TH (mkPacked, mkPackedWith, mkPackedGroup, mkResult, mkAdapted, Option (Tagged, Extensible)) where

import Language.Haskell.TH (Dec, Name, Q)
import PackedData.Internal.Derive
import PackedData.Internal.DeriveAdapted

-- | Derives all of these for a data type, here @data Tree = Leaf Int | Node Tree Tree@:
--
-- * instances: 'PackedData.Packable', 'PackedData.Result' and 'PackedData.Stores';
-- * @caseTree@, to read: it takes a reader for each constructor;
-- * @viewTree@ and the type @TreeView@ with the constructors @LeafView@ and @NodeView@, to look at;
-- * @startLeaf@ and @startNode@, to write: they take what writes the fields;
-- * @writeLeaf@ and @writeNode@, likewise: they take a writer for each field;
-- * @transformTree@, which takes a transform for each constructor;
-- * @repackLeaf@ and @repackNode@, which take a buffer for each field, and copy them into one.
--
-- Operators are spelled in letters: for a constructor @:+:@ there is @startColonPlusColon@.
--
-- >>> runReader (caseTree readField (skipField R.>> skipField R.>> R.return 0)) (pack @Compact (Leaf 7))
-- 7
-- >>> case viewTree (view (pack @Compact small)) of { LeafView n -> n; NodeView left _ -> readView sumTree left }
-- 1
-- >>> finish (startNode (writeField (Leaf 1) R.>> writeField (Leaf 2))) == pack @Compact (Node (Leaf 1) (Leaf 2))
-- True
-- >>> finish (writeNode (writeLeaf (value 1)) (writeLeaf (value 2))) == pack @Compact (Node (Leaf 1) (Leaf 2))
-- True
-- >>> repackNode (repackLeaf (pack 1)) (pack (Leaf 2)) == pack @Compact (Node (Leaf 1) (Leaf 2))
-- True
-- >>> let negated = transformTree (mapField negate) (mapField id R.>> mapField id)
-- >>> unpack (transform @Indexed negated (pack @Compact (Leaf 7)))
-- Leaf (-7)
mkPacked :: Name -> Q [Dec]
mkPacked name = deriveAll [] [name]

-- | As 'mkPacked', for a type that is packed in another way than the rule is.
--
-- > data Single = Single Word8
-- > mkPackedWith [Tagged] ''Single
--
-- >>> toByteString (pack @Compact (Single 65))
-- "\NULA"
mkPackedWith :: [Option] -> Name -> Q [Dec]
mkPackedWith options name = deriveAll options [name]

-- | As 'mkPacked', for types that contain each other.
--
-- > data Statement = Print Expression | Block [Statement]
-- > data Expression = Number Int | After Statement Expression
-- > mkPackedGroup [''Statement, ''Expression]
--
-- >>> unpack (pack @Indexed (Print (After (Block []) (Number 7))))
-- Print (After (Block []) (Number 7))
mkPackedGroup :: [Name] -> Q [Dec]
mkPackedGroup = deriveAll []

-- | Lets readers return a type that is not packed.
--
-- > data Count = Count Int deriving Show
-- > mkResult ''Count
--
-- >>> runReader (sumTree R.>>= \n -> R.return (Count n)) (pack @Compact small)
-- Count 6
mkResult :: Name -> Q [Dec]
mkResult = deriveResult

-- | All instances of a type that is 'PackedData.Adapter.Adapted'. It has no parameters.
--
-- > newtype Percent = Percent Word8 deriving (Eq, Show)
-- > instance Adapted Percent where ...
-- > mkAdapted ''Percent
--
-- >>> unpack (pack @Indexed [Percent 1, Percent 100])
-- [Percent 1,Percent 100]
mkAdapted :: Name -> Q [Dec]
mkAdapted = deriveAdapted
