{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds #-}
{-# LANGUAGE FlexibleContexts #-}
{-# LANGUAGE FlexibleInstances #-}
{-# LANGUAGE MultiParamTypeClasses #-}
{-# LANGUAGE QualifiedDo #-}
{-# LANGUAGE RankNTypes #-}
{-# LANGUAGE ScopedTypeVariables #-}
{-# LANGUAGE TemplateHaskell #-}
{-# LANGUAGE TypeApplications #-}
{-# LANGUAGE TypeFamilies #-}
{-# LANGUAGE TypeOperators #-}
{-# LANGUAGE UndecidableInstances #-}

-- | The figures of the paper, each with this package. @checks/PaperSpec.hs@ runs them.
module Paper where

import Data.Int (Int32)
import PackedData
import qualified PackedData.Do as R
import PackedData.TH (mkPacked)

-- Figures 1 and 7: the tree, and the code generator. The layout decides whether there are sizes, so there are no flags.

data Tree = Leaf Int | Node Tree Tree
    deriving (Eq, Show)

mkPacked ''Tree

-- | Figure 3a: a tree that is built in its buffer.
builtTree :: (Layout l, Stores l Tree) => Packed l '[Tree]
builtTree = finish $ startNode R.do
    needField (writeLeaf (value 1))
    needField $ startNode R.do
        needField (writeLeaf (value 2))
        needField (writeLeaf (value 3))

-- | Figure 3b: a tree that is packed.
packedTree :: (Layout l, Stores l Tree) => Packed l '[Tree]
packedTree = pack (Node (Leaf 1) (Node (Leaf 2) (Leaf 3)))

-- | Figure 5a: two numbers in one buffer.
sumInts :: Layout l => Reader l '[Int, Int] '[] Int
sumInts = R.do
    i1 <- reader
    i2 <- reader
    R.return (i1 + i2)

-- | Figure 5c. (Part b does not compile: see @checks/refused/ReadsChar.hs@.)
getSum :: Layout l => Packed l '[Int, Int] -> Int
getSum = runReader sumInts

-- | Figure 6: the sum.
sumTree :: Layout l => Reader l (Tree : r) r Int
sumTree =
    caseTree
        readField
        R.do
            left <- field sumTree
            right <- field sumTree
            R.return (left + right)

-- | Figure 9: the right-most value. One function does both parts: the layout decides what skipping costs.
getRightMost :: Layout l => Reader l (Tree : r) r Int
getRightMost =
    caseTree
        readField
        R.do
            skipField
            field getRightMost

-- | Figure 10: a tree with all values incremented.
incrementPacked :: Layout l => Transform l l '(Tree : r, Tree : q) '(r, q) ()
incrementPacked =
    transformTree
        (mapField (+ 1))
        R.do
            onField incrementPacked
            onField incrementPacked

-- | What the paper cannot do: the same in a copy of the bytes, without a transformation.
incrementInPlace :: Layout l => Reader (Editable s l) (Tree : r) r ()
incrementInPlace =
    caseTree
        R.do
            _ <- modifyField (+ 1)
            R.return ()
        R.do
            field incrementInPlace
            field incrementInPlace

-- | Figure 12, the sum without the monad: a view is matched as the type itself is.
sumView :: Layout l => View l Tree -> Int
sumView tree = case viewTree tree of
    LeafView n -> n
    NodeView left right -> sumView left + sumView right

data AST = Value Int32 | Add AST AST | Sub AST AST | Mul AST AST | Div AST AST
    deriving (Eq, Show)

mkPacked ''AST

-- | Figure 13a: an expression is evaluated. (A division by zero is zero.)
evalPacked :: Layout l => Reader l (AST : r) r Int32
evalPacked = caseAST readField (opLambda (+)) (opLambda (-)) (opLambda (*)) (opLambda divide)
  where
    opLambda f = R.do
        left <- field evalPacked
        right <- field evalPacked
        R.return (f left right)
    divide _ 0 = 0
    divide a b = a `div` b

-- | What the paper's section 3.1.5 misses: patterns inside patterns. Whether a product has a factor that is zero.
isTrivial :: Layout l => View l AST -> Bool
isTrivial expression = case viewAST expression of
    MulView left right -> case (viewAST left, viewAST right) of
        (ValueView 0, _) -> True
        (_, ValueView 0) -> True
        _ -> False
    _ -> False
