{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds #-}
{-# LANGUAGE FlexibleContexts #-}
{-# LANGUAGE FlexibleInstances #-}
{-# LANGUAGE MultiParamTypeClasses #-}
{-# LANGUAGE QualifiedDo #-}
{-# LANGUAGE TemplateHaskell #-}
{-# LANGUAGE TypeApplications #-}
{-# LANGUAGE TypeFamilies #-}
{-# LANGUAGE TypeOperators #-}
{-# LANGUAGE UndecidableInstances #-}

-- | The program of the book's chapter "From Haskell". @examples/exchange.rs@ is the same one in Rust: what one of them
-- packs, the other reads in place.
--
-- > Exchange pack FILE LEVELS
-- > Exchange sum FILE
module Exchange (main) where

import PackedData
import qualified PackedData.Do as R
import PackedData.TH (mkPacked)
import System.Environment (getArgs)
import System.Exit (die)

data Tree = Leaf Int | Node Tree Tree

mkPacked ''Tree

-- | A perfect tree, with leaves numbered from the left.
perfect :: Int -> Int -> Tree
perfect 0 first = Leaf first
perfect levels first = Node (perfect below first) (perfect below (first + 2 ^ below))
  where
    below = levels - 1

sumTree :: Layout l => Reader l (Tree : r) r Int
sumTree = caseTree readField R.do
    left <- field sumTree
    right <- field sumTree
    R.return (left + right)

main :: IO ()
main = getArgs >>= \args -> case args of
    ["pack", file, levels] -> do
        writePacked file (pack @Indexed (perfect (read levels) 1))
        putStrLn ("Haskell packed a tree of " ++ show (2 ^ (read levels :: Int) :: Int) ++ " leaves")
    ["sum", file] -> do
        tree <- readPacked @Indexed @'[Tree] file
        case tree of
            Left refused -> die (file ++ ": " ++ show refused)
            Right packed -> putStrLn ("Haskell sums them to " ++ show (runReader sumTree packed))
    _ -> die "usage: Exchange (pack FILE LEVELS | sum FILE)"
