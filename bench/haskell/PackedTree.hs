{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE AllowAmbiguousTypes #-}
{-# LANGUAGE BangPatterns #-}
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

-- | The contestants @haskell-packed-cursor@ and @haskell-packed-view@: the tasks with the package in @haskell/@, on
-- bytes. The words of the task are the way of reading, the layout, and the task. See "Serve" for the input.
module Main (main) where

import qualified Data.ByteString as B
import Data.Bits (shiftL)
import Data.Int (Int32, Int64)
import PackedData
import qualified PackedData.Do as R
import PackedData.TH (mkPacked)
import Serve (Task (..), serve, task)

data Tree = Leaf {-# UNPACK #-} !Int64 | Node !Tree !Tree

data Expr
  = Value {-# UNPACK #-} !Int32
  | Add !Expr !Expr
  | Sub !Expr !Expr
  | Mul !Expr !Expr
  | Div !Expr !Expr

mkPacked ''Tree
mkPacked ''Expr

-- | A recursion that the library unrolls once, as a fold of the Rust library does.
sumOf :: forall l r. Layout l => Reader l (Tree : r) r Int64
sumOf = fixReader \(self :: forall x. Reader l (Tree : x) x Int64) -> caseTree readField R.do
  left <- field self
  right <- field self
  R.return (left + right)

rightMost :: Layout l => Reader l (Tree : r) r Int64
rightMost = caseTree readField (skipField R.>> field rightMost)

-- | Reads all of a subtree in which the number is, since a reader ends where the value ends.
contains :: Layout l => Int64 -> Reader l (Tree : r) r Bool
contains wanted = caseTree leaf node
  where
    leaf = R.do
      n <- readField
      R.return (n == wanted)
    node = R.do
      found <- field (contains wanted)
      if found
        then skipField R.>> R.return True
        else field (contains wanted)

increment :: Layout l => Transform l l '(Tree : r, Tree : q) '(r, q) ()
increment = transformTree (mapField (+ 1)) (onField increment R.>> onField increment)

eval :: forall l r. Layout l => Reader l (Expr : r) r Int32
eval = fixReader \(self :: forall x. Reader l (Expr : x) x Int32) ->
  let operands ::
        (Int32 -> Int32 -> Int32) -> Reader l (Field '[] 'Inner Expr : Field '[Expr] 'Last Expr : y) y Int32
      operands operator = R.do
        a <- field self
        b <- field self
        R.return (operator a b)
      {-# INLINE operands #-}
   in caseExpr readField (operands (+)) (operands (-)) (operands (*)) (operands divide)

-- | Strict in both arguments, as in "Main" of @Tree.hs@: a division by zero returns zero.
divide :: Int32 -> Int32 -> Int32
divide !_ 0 = 0
divide !a (-1) = negate a
divide !a !b = a `quot` b

-- | The perfect tree of this depth, with leaves from this number on.
build :: Layout l => Int64 -> Int64 -> Needs l (Tree : r) r
build 0 from = writeLeaf (value from)
build depth from =
  writeNode (build (depth - 1) from) (build (depth - 1) (from + 1 `shiftL` (fromIntegral depth - 1)))

sumView :: Layout l => View l Tree -> Int64
sumView tree = case viewTree tree of
  LeafView n -> n
  NodeView left right -> sumView left + sumView right

rightMostView :: Layout l => View l Tree -> Int64
rightMostView tree = case viewTree tree of
  LeafView n -> n
  NodeView _ right -> rightMostView right

containsView :: Layout l => Int64 -> View l Tree -> Bool
containsView wanted tree = case viewTree tree of
  LeafView n -> n == wanted
  NodeView left right -> containsView wanted left || containsView wanted right

evalView :: Layout l => View l Expr -> Int32
evalView expr = case viewExpr expr of
  ValueView n -> n
  AddView a b -> evalView a + evalView b
  SubView a b -> evalView a - evalView b
  MulView a b -> evalView a * evalView b
  DivView a b -> divide (evalView a) (evalView b)

main :: IO ()
main = do
  Task names bytes argument <- task
  case names of
    ["cursor", "Compact", name] -> cursor @Compact name bytes argument
    ["cursor", "Indexed", name] -> cursor @Indexed name bytes argument
    ["view", "Indexed", name] -> seeing @Indexed name bytes argument
    _ -> fail "unknown words"

-- | The bytes, validated.
validated :: forall l t. (Layout l, Valid l '[t]) => B.ByteString -> IO (Packed l '[t])
validated = either (fail . show) pure . fromByteString

cursor ::
  forall l. (Layout l, Valid l '[Tree], Valid l '[Expr], Stores l Tree) => String -> B.ByteString -> Int64 -> IO ()
cursor name bytes argument = case name of
  "sum" -> tree >>= serve (runReader sumOf) id
  "right-most" -> tree >>= serve (runReader rightMost) id
  "contains" -> tree >>= serve (runReader (contains argument)) (fromIntegral . fromEnum)
  "increment" -> tree >>= serve (transform increment) (runReader sumOf)
  "eval" -> validated @l bytes >>= serve (runReader eval) fromIntegral
  "build" -> serve (\depth -> finish (build depth 1) :: Packed l '[Tree]) (runReader sumOf) argument
  "pack" -> do
    t <- unpack <$> tree
    serve (pack @l) (runReader sumOf) $! t
  _ -> fail "unknown task"
  where
    tree = validated bytes :: IO (Packed l '[Tree])
{-# INLINE cursor #-}

seeing :: forall l. (Layout l, Frozen l, Valid l '[Tree], Valid l '[Expr]) => String -> B.ByteString -> Int64 -> IO ()
seeing name bytes argument = case name of
  "sum" -> tree >>= serve (sumView . view) id
  "right-most" -> tree >>= serve (rightMostView . view) id
  "contains" -> tree >>= serve (containsView argument . view) (fromIntegral . fromEnum)
  "eval" -> validated @l bytes >>= serve (evalView . view) fromIntegral
  _ -> fail "unknown task"
  where
    tree = validated bytes :: IO (Packed l '[Tree])
{-# INLINE seeing #-}
