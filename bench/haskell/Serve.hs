{-# LANGUAGE ScopedTypeVariables #-}

-- | What the programs in Haskell have in common: they read a task, and measure their own time.
--
-- The first line of the input is @WORDS BYTES ARGUMENT@; the words are the task, and what else the program reads. It is
-- followed by this number of bytes, which are the tree. Each further line is a number of iterations; the answer is a
-- line @ANSWER NANOSECONDS@.
module Serve (Task (..), serve, task) where

import Control.Exception (evaluate)
import Control.Monad (unless)
import qualified Data.ByteString as B
import qualified Data.ByteString.Char8 as C
import Data.Int (Int64)
import Data.IORef (IORef, newIORef, readIORef)
import GHC.Clock (getMonotonicTimeNSec)
import System.IO (hFlush, hSetBinaryMode, isEOF, stdin, stdout)

-- | The words of the task, the bytes of the tree, the argument.
data Task = Task [String] B.ByteString Int64

-- | Reads the task.
task :: IO Task
task = do
  hSetBinaryMode stdin True
  line <- C.words <$> B.getLine
  let int = maybe 0 fst . C.readInt
  case reverse line of
    argument : size : names -> do
      bytes <- B.hGet stdin (int size)
      pure (Task (reverse (map C.unpack names)) bytes (fromIntegral (int argument)))
    _ -> fail "not a task"

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
