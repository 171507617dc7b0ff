-- | Template Haskell: everything about a type, derived from its declaration.
module PackedData.TH (mkPacked, mkPackedWith, mkPackedGroup, mkResult, Option (Tagged, Extensible)) where

import Language.Haskell.TH (Dec, Name, Q)
import PackedData.Internal.Derive

-- | Derives all of these for a data type, here @data Tree = Leaf Int | Node Tree Tree@:
--
-- * instances: 'PackedData.Packable', 'PackedData.Result' and 'PackedData.Stores';
-- * @caseTree@, to read: it takes a reader for each constructor;
-- * @viewTree@ and the type @TreeView@ with the constructors @LeafView@ and @NodeView@, to look at;
-- * @startLeaf@ and @startNode@, to write: they take what writes the fields;
-- * @writeLeaf@ and @writeNode@, likewise: they take a writer for each field;
-- * @transformTree@, which takes a transform for each constructor.
--
-- Operators are spelled in letters: for a constructor @:+:@ there is @startColonPlusColon@.
mkPacked :: Name -> Q [Dec]
mkPacked name = deriveAll [] [name]

-- | As 'mkPacked', for a type that is packed in another way than the rule is.
mkPackedWith :: [Option] -> Name -> Q [Dec]
mkPackedWith options name = deriveAll options [name]

-- | As 'mkPacked', for types that contain each other.
mkPackedGroup :: [Name] -> Q [Dec]
mkPackedGroup = deriveAll []

-- | Lets readers return a type that is not packed.
mkResult :: Name -> Q [Dec]
mkResult = deriveResult
