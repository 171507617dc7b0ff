{-# LANGUAGE AllowAmbiguousTypes #-}
{-# LANGUAGE DataKinds #-}
{-# LANGUAGE FlexibleContexts #-}
{-# LANGUAGE FlexibleInstances #-}
{-# LANGUAGE MultiParamTypeClasses #-}
{-# LANGUAGE QualifiedDo #-}
{-# LANGUAGE RankNTypes #-}
{-# LANGUAGE ScopedTypeVariables #-}
{-# LANGUAGE TypeApplications #-}
{-# LANGUAGE TypeFamilies #-}
{-# LANGUAGE TypeOperators #-}
{-# LANGUAGE UndecidableInstances #-}

-- | The contestants @haskell-packed-cursor@ and @haskell-packed-view@: the tasks with the package in @haskell/@, on
-- bytes. The words of the task are the way of reading, the layout, and the task. See "Serve" for the input.
module Main (main) where

import qualified Data.ByteString as B
import Data.Bits (shiftL)
import Data.Int (Int64)
import PackedData
import qualified PackedData.Do as R
import Serve (Task (..), serve, task)
import Tasks

-- | Reads all of a subtree in which the number is, since a reader ends where the value ends.
contains :: Layout l => Int -> Reader l (Tree : r) r Bool
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

-- | The perfect tree of this depth, with leaves from this number on.
build :: Layout l => Int -> Int -> Needs l (Tree : r) r
build 0 from = writeLeaf (value from)
build depth from =
  writeNode (build (depth - 1) from) (build (depth - 1) (from + 1 `shiftL` (depth - 1)))

containsView :: Layout l => Int -> View l Tree -> Bool
containsView wanted tree = case viewTree tree of
  LeafView n -> n == wanted
  NodeView left right -> containsView wanted left || containsView wanted right

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
  forall l. (Layout l, Valid l '[Tree], Valid l '[Ast], Stores l Tree) => String -> B.ByteString -> Int64 -> IO ()
cursor name bytes argument = case name of
  "sum" -> tree >>= serve (runReader sumUnrolled) fromIntegral
  "right-most" -> tree >>= serve (runReader rightMost) fromIntegral
  "contains" -> tree >>= serve (runReader (contains (fromIntegral argument))) (fromIntegral . fromEnum)
  "increment" -> tree >>= serve (transform increment) summed
  "eval" -> validated @l bytes >>= serve (runReader evalUnrolled) fromIntegral
  "build" -> serve (\depth -> finish (build depth 1) :: Packed l '[Tree]) summed (fromIntegral argument)
  "pack" -> do
    t <- unpack <$> tree
    serve (pack @l) summed $! t
  _ -> fail "unknown task"
  where
    tree = validated bytes :: IO (Packed l '[Tree])
    summed = fromIntegral . runReader sumUnrolled :: Packed l '[Tree] -> Int64
{-# INLINE cursor #-}

seeing :: forall l. (Layout l, Frozen l, Valid l '[Tree], Valid l '[Ast]) => String -> B.ByteString -> Int64 -> IO ()
seeing name bytes argument = case name of
  "sum" -> tree >>= serve (sumView . view) fromIntegral
  "right-most" -> tree >>= serve (rightMostView . view) fromIntegral
  "contains" -> tree >>= serve (containsView (fromIntegral argument) . view) (fromIntegral . fromEnum)
  "eval" -> validated @l bytes >>= serve (evalView . view) fromIntegral
  _ -> fail "unknown task"
  where
    tree = validated bytes :: IO (Packed l '[Tree])
{-# INLINE seeing #-}
