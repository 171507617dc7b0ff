{-# LANGUAGE BangPatterns #-}
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
{-# OPTIONS_GHC -Wno-unused-top-binds #-}

-- | The tasks of the paper's Table 1, on packed data. @core.sh@ looks at the Core of this module: no function named here
-- allocates in its loop.
module Tasks where

import Data.Int (Int32)
import PackedData
import qualified PackedData.Do as R
import PackedData.TH (mkPacked)

data Tree = Leaf Int | Node Tree Tree
  deriving (Eq, Show)

mkPacked ''Tree

data Ast
  = Value Int32
  | Add Ast Ast
  | Sub Ast Ast
  | Mul Ast Ast
  | Div Ast Ast
  deriving (Eq, Show)

mkPacked ''Ast

sumTree :: Layout l => Reader l (Tree : r) r Int
sumTree = caseTree readField R.do
  left <- field sumTree
  right <- field sumTree
  R.return (left + right)

sumUnrolled :: forall l r. Layout l => Reader l (Tree : r) r Int
sumUnrolled = fixReader \(self :: forall x. Reader l (Tree : x) x Int) -> caseTree readField R.do
  left <- field self
  right <- field self
  R.return (left + right)

sumView :: Layout l => View l Tree -> Int
sumView tree = case viewTree tree of
  LeafView n -> n
  NodeView left right -> sumView left + sumView right

divide :: Int32 -> Int32 -> Int32
divide _ 0 = 0
divide a (-1) = negate a
divide a b = a `quot` b
{-# INLINE divide #-}

evalAst :: forall l r. Layout l => Reader l (Ast : r) r Int32
evalAst = caseAst readField (both (+)) (both (-)) (both (*)) (both divide)
  where
    both ::
      (Int32 -> Int32 -> Int32) -> Reader l (Field '[] 'Inner Ast : Field '[Ast] 'Last Ast : r) r Int32
    both f = R.do
      left <- field evalAst
      right <- field evalAst
      R.return (f left right)
    {-# INLINE both #-}

evalUnrolled :: forall l r. Layout l => Reader l (Ast : r) r Int32
evalUnrolled = fixReader \(self :: forall x. Reader l (Ast : x) x Int32) ->
  let both ::
        (Int32 -> Int32 -> Int32) -> Reader l (Field '[] 'Inner Ast : Field '[Ast] 'Last Ast : y) y Int32
      both f = R.do
        left <- field self
        right <- field self
        R.return (f left right)
      {-# INLINE both #-}
   in caseAst readField (both (+)) (both (-)) (both (*)) (both divide)

evalView :: Layout l => View l Ast -> Int32
evalView ast = case viewAst ast of
  ValueView n -> n
  AddView a b -> evalView a + evalView b
  SubView a b -> evalView a - evalView b
  MulView a b -> evalView a * evalView b
  DivView a b -> divide (evalView a) (evalView b)

rightMost :: Layout l => Reader l (Tree : r) r Int
rightMost = caseTree readField (skipField R.>> field rightMost)

rightMostView :: Layout l => View l Tree -> Int
rightMostView tree = case viewTree tree of
  LeafView n -> n
  NodeView _ right -> rightMostView right

increment :: Layout l => Transform l l '(Tree : r, Tree : q) '(r, q) ()
increment = transformTree (mapField (+ 1)) (onField increment R.>> onField increment)

incrementInPlace :: Layout l => Reader (Editable s l) (Tree : r) r ()
incrementInPlace =
  caseTree (modifyField (+ 1) R.>>= \_ -> R.return ()) (field incrementInPlace R.>> field incrementInPlace)


sumCompact :: Packed Compact '[Tree] -> Int
sumCompact = runReader sumTree

sumUnrolledCompact :: Packed Compact '[Tree] -> Int
sumUnrolledCompact = runReader sumUnrolled

evalCompact :: Packed Compact '[Ast] -> Int32
evalCompact = runReader evalAst

evalUnrolledCompact :: Packed Compact '[Ast] -> Int32
evalUnrolledCompact = runReader evalUnrolled

incrementCompact :: Packed Compact '[Tree] -> Packed Compact '[Tree]
incrementCompact = transform increment

incrementInPlaceCompact :: Packed Compact '[Tree] -> Packed Compact '[Tree]
incrementInPlaceCompact = fst . edit incrementInPlace

packCompact :: Tree -> Packed Compact '[Tree]
packCompact = pack

unpackCompact :: Packed Compact '[Tree] -> Tree
unpackCompact = unpack

checkCompact :: Packed Compact '[Tree] -> Either Refused (Packed Compact '[Tree])
checkCompact = fromByteString . toByteString

sumIndexed :: Packed Indexed '[Tree] -> Int
sumIndexed = runReader sumTree

sumUnrolledIndexed :: Packed Indexed '[Tree] -> Int
sumUnrolledIndexed = runReader sumUnrolled

evalIndexed :: Packed Indexed '[Ast] -> Int32
evalIndexed = runReader evalAst

evalUnrolledIndexed :: Packed Indexed '[Ast] -> Int32
evalUnrolledIndexed = runReader evalUnrolled

incrementIndexed :: Packed Indexed '[Tree] -> Packed Indexed '[Tree]
incrementIndexed = transform increment

incrementInPlaceIndexed :: Packed Indexed '[Tree] -> Packed Indexed '[Tree]
incrementInPlaceIndexed = fst . edit incrementInPlace

packIndexed :: Tree -> Packed Indexed '[Tree]
packIndexed = pack

unpackIndexed :: Packed Indexed '[Tree] -> Tree
unpackIndexed = unpack

checkIndexed :: Packed Indexed '[Tree] -> Either Refused (Packed Indexed '[Tree])
checkIndexed = fromByteString . toByteString

sumViewIndexed :: Packed Indexed '[Tree] -> Int
sumViewIndexed packed = sumView (view packed)

evalViewIndexed :: Packed Indexed '[Ast] -> Int32
evalViewIndexed packed = evalView (view packed)

rightMostIndexed :: Packed Indexed '[Tree] -> Int
rightMostIndexed = runReader rightMost

rightMostViewIndexed :: Packed Indexed '[Tree] -> Int
rightMostViewIndexed packed = rightMostView (view packed)

sumSkipLast :: Packed PackedDataSkipLast '[Tree] -> Int
sumSkipLast = runReader sumTree

sumUnrolledSkipLast :: Packed PackedDataSkipLast '[Tree] -> Int
sumUnrolledSkipLast = runReader sumUnrolled

evalSkipLast :: Packed PackedDataSkipLast '[Ast] -> Int32
evalSkipLast = runReader evalAst

evalUnrolledSkipLast :: Packed PackedDataSkipLast '[Ast] -> Int32
evalUnrolledSkipLast = runReader evalUnrolled

incrementSkipLast :: Packed PackedDataSkipLast '[Tree] -> Packed PackedDataSkipLast '[Tree]
incrementSkipLast = transform increment

incrementInPlaceSkipLast :: Packed PackedDataSkipLast '[Tree] -> Packed PackedDataSkipLast '[Tree]
incrementInPlaceSkipLast = fst . edit incrementInPlace

packSkipLast :: Tree -> Packed PackedDataSkipLast '[Tree]
packSkipLast = pack

unpackSkipLast :: Packed PackedDataSkipLast '[Tree] -> Tree
unpackSkipLast = unpack

checkSkipLast :: Packed PackedDataSkipLast '[Tree] -> Either Refused (Packed PackedDataSkipLast '[Tree])
checkSkipLast = fromByteString . toByteString

sumViewSkipLast :: Packed PackedDataSkipLast '[Tree] -> Int
sumViewSkipLast packed = sumView (view packed)

evalViewSkipLast :: Packed PackedDataSkipLast '[Ast] -> Int32
evalViewSkipLast packed = evalView (view packed)

rightMostSkipLast :: Packed PackedDataSkipLast '[Tree] -> Int
rightMostSkipLast = runReader rightMost

rightMostViewSkipLast :: Packed PackedDataSkipLast '[Tree] -> Int
rightMostViewSkipLast packed = rightMostView (view packed)
