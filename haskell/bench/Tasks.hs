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

-- | The tasks of the paper's Table 1, on packed data. @core.sh@ looks at the Core of this module: no function named
-- here allocates in its loop.
module Tasks where

import Data.Int (Int32)
import Language.Haskell.TH (conT, mkName, normalB, sigD, valD, varP)
import PackedData
import qualified PackedData.Do as R
import PackedData.TH (mkPacked)

data Tree = Leaf {-# UNPACK #-} !Int | Node !Tree !Tree
  deriving (Eq, Show)

mkPacked ''Tree

data Ast
  = Value {-# UNPACK #-} !Int32
  | Add !Ast !Ast
  | Sub !Ast !Ast
  | Mul !Ast !Ast
  | Div !Ast !Ast
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

-- | Strict in both arguments: a division by zero returns zero.
divide :: Int32 -> Int32 -> Int32
divide !_ 0 = 0
divide !a (-1) = negate a
divide !a !b = a `quot` b
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

-- Each task in each layout: @sumCompact :: Packed Compact '[Tree] -> Int@ and so on.
concat
  <$> sequence
    [ sequence [sigD name (signature (conT layout)), valD (varP name) (normalB body) []]
      | (layout, word) <- [(''Compact, "Compact"), (''Indexed, "Indexed"), (''PackedDataSkipLast, "SkipLast")],
        (task, signature, body) <-
          [ ("sum", \l -> [t|Packed $l '[Tree] -> Int|], [|runReader sumTree|]),
            ("sumUnrolled", \l -> [t|Packed $l '[Tree] -> Int|], [|runReader sumUnrolled|]),
            ("sumView", \l -> [t|Packed $l '[Tree] -> Int|], [|sumView . view|]),
            ("rightMost", \l -> [t|Packed $l '[Tree] -> Int|], [|runReader rightMost|]),
            ("rightMostView", \l -> [t|Packed $l '[Tree] -> Int|], [|rightMostView . view|]),
            ("eval", \l -> [t|Packed $l '[Ast] -> Int32|], [|runReader evalAst|]),
            ("evalUnrolled", \l -> [t|Packed $l '[Ast] -> Int32|], [|runReader evalUnrolled|]),
            ("evalView", \l -> [t|Packed $l '[Ast] -> Int32|], [|evalView . view|]),
            ("increment", \l -> [t|Packed $l '[Tree] -> Packed $l '[Tree]|], [|transform increment|]),
            ("incrementInPlace", \l -> [t|Packed $l '[Tree] -> Packed $l '[Tree]|], [|fst . edit incrementInPlace|]),
            ("pack", \l -> [t|Tree -> Packed $l '[Tree]|], [|pack|]),
            ("unpack", \l -> [t|Packed $l '[Tree] -> Tree|], [|unpack|]),
            ( "check",
              \l -> [t|Packed $l '[Tree] -> Either Refused (Packed $l '[Tree])|],
              [|fromByteString . toByteString|]
            )
          ],
        let name = mkName (task ++ word)
    ]
