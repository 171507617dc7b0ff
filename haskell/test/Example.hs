{-# LANGUAGE TemplateHaskell #-}

-- | What the examples of the documentation use.
module Example where

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
