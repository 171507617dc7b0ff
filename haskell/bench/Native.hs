{-# LANGUAGE BangPatterns #-}

-- | The same tasks on trees of Haskell's own nodes.
module Native where

import Control.DeepSeq (NFData (..))
import Data.Int (Int32)
import Tasks (divide)

data Native = Leaf Int | Node Native Native

instance NFData Native where
  rnf (Leaf n) = n `seq` ()
  rnf (Node left right) = rnf left `seq` rnf right

data NativeAst
  = Value Int32
  | Add NativeAst NativeAst
  | Sub NativeAst NativeAst
  | Mul NativeAst NativeAst
  | Div NativeAst NativeAst

instance NFData NativeAst where
  rnf (Value n) = n `seq` ()
  rnf (Add a b) = rnf a `seq` rnf b
  rnf (Sub a b) = rnf a `seq` rnf b
  rnf (Mul a b) = rnf a `seq` rnf b
  rnf (Div a b) = rnf a `seq` rnf b

-- | With strict fields, and the number in the leaf.
data Strict = StrictLeaf {-# UNPACK #-} !Int | StrictNode !Strict !Strict

instance NFData Strict where
  rnf !_ = ()

sumNative :: Native -> Int
sumNative (Leaf n) = n
sumNative (Node left right) = sumNative left + sumNative right

sumStrict :: Strict -> Int
sumStrict (StrictLeaf n) = n
sumStrict (StrictNode left right) = sumStrict left + sumStrict right

evalNative :: NativeAst -> Int32
evalNative (Value n) = n
evalNative (Add a b) = evalNative a + evalNative b
evalNative (Sub a b) = evalNative a - evalNative b
evalNative (Mul a b) = evalNative a * evalNative b
evalNative (Div a b) = divide (evalNative a) (evalNative b)

rightMostNative :: Native -> Int
rightMostNative (Leaf n) = n
rightMostNative (Node _ right) = rightMostNative right

incrementNative :: Native -> Native
incrementNative (Leaf n) = Leaf (n + 1)
incrementNative (Node left right) = Node (incrementNative left) (incrementNative right)

incrementStrict :: Strict -> Strict
incrementStrict (StrictLeaf n) = StrictLeaf (n + 1)
incrementStrict (StrictNode left right) = StrictNode (incrementStrict left) (incrementStrict right)
