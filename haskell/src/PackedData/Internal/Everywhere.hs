{-# LANGUAGE TemplateHaskell #-}
{-# OPTIONS_GHC -Wno-orphans #-}

-- | The layouts, as instances of 'Layout'.
module PackedData.Internal.Everywhere (Frozen, CountedTags, Lengths) where

import Data.Kind (Constraint)
import GHC.TypeLits (ErrorMessage (..), Symbol, TypeError)
import Language.Haskell.TH
import PackedData.Internal.Check (endsHere)
import PackedData.Internal.Class
import PackedData.Internal.Elements
import PackedData.Internal.Fields
import PackedData.Internal.Layout

-- (Each instance has its own methods, so that they are inlined; defaults would be recursive.)
do
  let methods =
        [ ('tag#, 'loadTag),
          ('putTag#, 'putTag),
          ('enter#, 'enter),
          ('leave#, 'leave),
          ('fieldAt#, 'fieldAt),
          ('afterField#, 'afterField),
          ('pastField#, 'pastField),
          ('isFoundAtOnce, 'foundAtOnce),
          ('field, 'fieldOf),
          ('needField, 'needFieldOf),
          ('putField#, 'putField),
          ('skips, 'skipsField),
          ('checks, 'checksField),
          ('puts, 'putsField),
          ('checkSum, 'checkTag),
          ('ends#, 'endsHere),
          ('foldSequence#, 'overElements),
          ('skipElements, 'pastElements),
          ('putElements, 'putsElements),
          ('checkElements, 'checksElements),
          ('count#, 'countElements),
          ('find#, 'findElement),
          ('seeElements, 'seenElements)
        ]
      body layout =
        concat
          [ [ ValD (VarP method) (NormalB (AppTypeE (VarE function) layout)) [],
              PragmaD (InlineP method Inline FunLike AllPhases)
            ]
            | (method, function) <- methods
          ]
      instanceOf context layout = InstanceD Nothing context (AppT (ConT ''Layout) layout) (body layout)
  s <- newName "s"
  l <- newName "l"
  pure $
    instanceOf [AppT (ConT ''Kinded) (VarT l)] (AppT (AppT (ConT ''Editable) (VarT s)) (VarT l)) :
    map
      (instanceOf [] . ConT)
      [''Compact, ''Indexed, ''PackedData, ''PackedDataFieldSizes, ''PackedDataSkipLast]

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
