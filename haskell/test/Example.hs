{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE TemplateHaskell #-}

-- | What the examples of the documentation use.
module Example where

import Data.Word (Word8)
import PackedData
import qualified PackedData.Do as R
import PackedData.TH

data Tree = Leaf Int | Node Tree Tree
  deriving (Eq, Show)

mkPacked ''Tree

small :: Tree
small = Node (Leaf 1) (Node (Leaf 2) (Leaf 3))

sumTree :: Layout l => Reader l (Tree : r) r Int
sumTree = caseTree readField R.do
  left <- field sumTree
  right <- field sumTree
  R.return (left + right)

increment :: Layout l => Transform l l '(Tree : r, Tree : q) '(r, q) ()
increment = transformTree (mapField (+ 1)) (onField increment R.>> onField increment)

data Single = Single Word8

mkPackedWith [Tagged] ''Single

asEnum :: Option
asEnum = Tagged

data Statement = Print Expression | Block [Statement]
  deriving (Show)

data Expression = Number Int | After Statement Expression
  deriving (Show)

mkPackedGroup [''Statement, ''Expression]

newtype Count = Count Int
  deriving (Show)

mkResult ''Count

newtype Percent = Percent Word8
  deriving (Eq, Show)

instance Adapted Percent where
  type Form Percent = Word8
  toForm (Percent n) = n
  fromForm n = if n <= 100 then Right (Percent n) else Left "more than 100 percent"

mkAdapted ''Percent

-- Signatures with the constraints that programs write.

-- | The fields of a node, in what has two of them.
sumOfTwo :: Layout l => Reader l (Field '[] 'Inner Tree : Field '[Tree] 'Last Tree : r) r Int
sumOfTwo = field sumTree R.>>= \left -> field sumTree R.>>= \right -> R.return (left + right)

copied :: forall l t. (Layout l, Packable t, Stores l t) => t -> t
copied = unpack . pack @l

built :: StoresAll l ts => Needs l ts '[] -> Packed l ts
built = finish

checked :: Valid l ts => Packed l ts -> Either Refused (Packed l ts)
checked = fromByteString . toByteString

firstPart :: (Frozen l, Packable t) => Reader l (t : r) r (Packed l '[t])
firstPart = isolate

clear :: (Layout l, Scalar t, Num t) => Reader (Editable s l) (t : r) r ()
clear = overwrite 0

twice :: Result a => Packed l ts -> Reader l ts r a -> (a, a)
twice packed reads = (runReader reads packed, runReader reads packed)

nameOf :: Lengths l => Packed l '[[Char]] -> Packed l '[String]
nameOf = id
