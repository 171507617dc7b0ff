{-# LANGUAGE BangPatterns #-}

-- | The contestant @haskell-native@: the tasks on data with strict fields. It makes each node of the bytes that it
-- reads, so no subtree is shared. See "Serve" for its input.
module Main (main) where

import Control.Exception (evaluate)
import Data.Bits (shiftL, (.|.))
import qualified Data.ByteString as B
import qualified Data.ByteString.Unsafe as B
import Data.Int (Int32, Int64)
import Serve (Task (..), serve, task)

data Tree = Leaf {-# UNPACK #-} !Int64 | Node !Tree !Tree

data Expr
  = Value {-# UNPACK #-} !Int32
  | Add !Expr !Expr
  | Sub !Expr !Expr
  | Mul !Expr !Expr
  | Div !Expr !Expr

-- | A result, and the position after the bytes that were read.
data At a = At !a {-# UNPACK #-} !Int

-- | A little-endian number of this many bytes.
number :: B.ByteString -> Int -> Int -> Int64
number bytes at size = foldr (\i n -> n `shiftL` 8 .|. fromIntegral (B.unsafeIndex bytes (at + i))) 0 [0 .. size - 1]

tree :: B.ByteString -> Int -> At Tree
tree bytes at = case B.unsafeIndex bytes at of
  0 -> At (Leaf (number bytes (at + 1) 8)) (at + 9)
  _ ->
    let !(At left middle) = tree bytes (at + 1)
        !(At right end) = tree bytes middle
     in At (Node left right) end

expr :: B.ByteString -> Int -> At Expr
expr bytes at = case B.unsafeIndex bytes at of
  0 -> At (Value (fromIntegral (number bytes (at + 1) 4))) (at + 5)
  1 -> operands Add
  2 -> operands Sub
  3 -> operands Mul
  _ -> operands Div
  where
    operands operator =
      let !(At left middle) = expr bytes (at + 1)
          !(At right end) = expr bytes middle
       in At (operator left right) end

sumOf :: Tree -> Int64
sumOf (Leaf n) = n
sumOf (Node left right) = sumOf left + sumOf right

rightMost :: Tree -> Int64
rightMost (Leaf n) = n
rightMost (Node _ right) = rightMost right

contains :: Int64 -> Tree -> Bool
contains wanted (Leaf n) = n == wanted
contains wanted (Node left right) = contains wanted left || contains wanted right

increment :: Tree -> Tree
increment (Leaf n) = Leaf (n + 1)
increment (Node left right) = Node (increment left) (increment right)

-- | The perfect tree of this depth, with leaves from this number on.
build :: Int64 -> Int64 -> Tree
build 0 from = Leaf from
build depth from = Node (build (depth - 1) from) (build (depth - 1) (from + 1 `shiftL` (fromIntegral depth - 1)))

-- | Arithmetic wraps, and a division by zero returns zero.
eval :: Expr -> Int32
eval (Value n) = n
eval (Add a b) = eval a + eval b
eval (Sub a b) = eval a - eval b
eval (Mul a b) = eval a * eval b
eval (Div a b) = divide (eval a) (eval b)

-- | Strict in both arguments, so that both are evaluated even if the divisor is zero.
divide :: Int32 -> Int32 -> Int32
divide !_ 0 = 0
divide !a (-1) = negate a
divide !a !b = a `quot` b

main :: IO ()
main = do
  Task words' bytes given <- task
  let onTree :: (Tree -> b) -> (b -> Int64) -> IO ()
      onTree f answer = do
        At t _ <- evaluate (tree bytes 0)
        serve f answer t
  case words' of
    ["sum"] -> onTree sumOf id
    ["right-most"] -> onTree rightMost id
    ["contains"] -> onTree (contains given) (fromIntegral . fromEnum)
    ["increment"] -> onTree increment sumOf
    ["eval"] -> do
      At e _ <- evaluate (expr bytes 0)
      serve eval fromIntegral e
    ["build"] -> serve (`build` 1) sumOf given
    _ -> fail "unknown task"
