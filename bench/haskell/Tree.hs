{-# LANGUAGE BangPatterns #-}

-- | Does the tasks in Haskell, on data with strict fields, and measures its own time.
--
-- The first line of its input is @TASK BYTES ARGUMENT@. It is followed by this number of bytes, which are the tree in
-- the layout Compact. Each further line is a number of iterations; the answer is a line @ANSWER NANOSECONDS@.
module Main (main) where

import Control.Exception (evaluate)
import Control.Monad (unless)
import Data.Bits (shiftL, (.|.))
import qualified Data.ByteString as B
import qualified Data.ByteString.Char8 as C
import qualified Data.ByteString.Unsafe as B
import Data.Int (Int32, Int64)
import Data.IORef (IORef, newIORef, readIORef)
import GHC.Clock (getMonotonicTimeNSec)
import System.IO (hFlush, hSetBinaryMode, isEOF, stdin, stdout)

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

-- | Evaluates this many times. The argument is read again each time, and the function is unknown here, so no result is
-- reused.
times :: Int -> (a -> b) -> IORef a -> IO ()
times 0 _ _ = pure ()
times n f on = do
  a <- readIORef on
  _ <- evaluate (f a)
  times (n - 1) f on
{-# NOINLINE times #-}

-- | Answers each line.
serve :: (a -> b) -> (b -> Int64) -> a -> IO ()
serve f answer a = do
  on <- newIORef a
  let loop = do
        end <- isEOF
        unless end $ do
          Just (n, _) <- C.readInt <$> B.getLine
          start <- getMonotonicTimeNSec
          times n f on
          stop <- getMonotonicTimeNSec
          result <- f <$> readIORef on
          putStrLn (show (answer result) ++ " " ++ show (stop - start))
          hFlush stdout
          loop
  loop
{-# NOINLINE serve #-}

main :: IO ()
main = do
  hSetBinaryMode stdin True
  [task, size, argument] <- C.words <$> B.getLine
  let int = maybe 0 fst . C.readInt
      given = fromIntegral (int argument) :: Int64
  bytes <- B.hGet stdin (int size)
  let onTree f answer = do
        At t _ <- evaluate (tree bytes 0)
        serve f answer t
  case C.unpack task of
    "sum" -> onTree sumOf id
    "right-most" -> onTree rightMost id
    "contains" -> onTree (contains given) (fromIntegral . fromEnum)
    "increment" -> onTree increment sumOf
    "eval" -> do
      At e _ <- evaluate (expr bytes 0)
      serve eval fromIntegral e
    "build" -> serve (`build` 1) sumOf given
    _ -> fail "unknown task"
