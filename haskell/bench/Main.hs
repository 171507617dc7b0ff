{-# LANGUAGE BlockArguments #-}

-- | Without arguments: each task at depth 15 and 20, all contestants in turn, round by round; the result is the least
-- time, and its ratio to the least time of the native tree. Where half of the rounds took more than a quarter longer
-- than the least, something else was running: the figure is marked. With arguments: criterion's own.
module Main (main) where

import Control.DeepSeq (force)
import Control.Exception (evaluate)
import Control.Monad (forM, forM_, replicateM)
import Criterion.Main (bench, bgroup, defaultMain, nf, whnf)
import Criterion.Measurement.Types (Benchmarkable (..))
import qualified Data.ByteString as Bytes
import Data.Int (Int64)
import Data.List (sort, transpose)
import GHC.Clock (getMonotonicTimeNSec)
import qualified Native as N
import PackedData
import System.Environment (getArgs)
import System.Mem (performGC)
import Tasks
import Text.Printf (printf)

main :: IO ()
main = do
  arguments <- getArgs
  groups <- forM [15, 20] prepare
  case arguments of
    [] -> mapM_ report (concat groups)
    _ -> defaultMain [bgroup name [bench contestant b | (contestant, b) <- group] | (name, group) <- concat groups]

type Group = (String, [(String, Benchmarkable)])

prepare :: Int -> IO [Group]
prepare depth = do
  native <- evaluate (force (nativeTree depth 1))
  strict <- evaluate (strictTree depth 1)
  nativeAst' <- evaluate (force (nativeAst depth 1))
  compact <- evaluate (packCompact (tree depth 1))
  indexed <- evaluate (packIndexed (tree depth 1))
  skipLast <- evaluate (packSkipLast (tree depth 1))
  astCompact <- evaluate (pack (ast depth 1))
  astIndexed <- evaluate (pack (ast depth 1))
  astSkipLast <- evaluate (pack (ast depth 1))
  source <- evaluate (unpackCompact compact)
  let same name values = if all (== head' values) values then pure () else fail ("the answers differ: " ++ name)
      head' values = case values of
        (v : _) -> v
        [] -> 0
  same
    "sum"
    [ N.sumNative native,
      N.sumStrict strict,
      sumCompact compact,
      sumIndexed indexed,
      sumSkipLast skipLast,
      sumUnrolledCompact compact,
      sumUnrolledIndexed indexed,
      sumViewIndexed indexed,
      sumViewSkipLast skipLast
    ]
  same
    "eval"
    ( map
        fromIntegral
        [ N.evalNative nativeAst',
          evalCompact astCompact,
          evalIndexed astIndexed,
          evalSkipLast astSkipLast,
          evalUnrolledCompact astCompact,
          evalUnrolledIndexed astIndexed,
          evalViewIndexed astIndexed
        ] ::
        [Int]
    )
  same
    "right-most"
    [ N.rightMostNative native,
      rightMostIndexed indexed,
      rightMostSkipLast skipLast,
      rightMostViewIndexed indexed
    ]
  same
    "increment"
    [ N.sumNative (N.incrementNative native),
      sumCompact (incrementCompact compact),
      sumIndexed (incrementIndexed indexed),
      sumSkipLast (incrementSkipLast skipLast),
      sumIndexed (incrementInPlaceIndexed indexed)
    ]
  let at name = name ++ " at depth " ++ show depth
  pure
    [ ( at "sum",
        [ ("native", whnf N.sumNative native),
          ("native, strict fields", whnf N.sumStrict strict),
          ("reader, Compact", whnf sumCompact compact),
          ("reader, Indexed", whnf sumIndexed indexed),
          ("reader, SkipLast", whnf sumSkipLast skipLast),
          ("fixReader, Compact", whnf sumUnrolledCompact compact),
          ("fixReader, Indexed", whnf sumUnrolledIndexed indexed),
          ("fixReader, SkipLast", whnf sumUnrolledSkipLast skipLast),
          ("view, Indexed", whnf sumViewIndexed indexed),
          ("view, SkipLast", whnf sumViewSkipLast skipLast)
        ]
      ),
      ( at "eval",
        [ ("native", whnf N.evalNative nativeAst'),
          ("reader, Compact", whnf evalCompact astCompact),
          ("reader, Indexed", whnf evalIndexed astIndexed),
          ("reader, SkipLast", whnf evalSkipLast astSkipLast),
          ("fixReader, Compact", whnf evalUnrolledCompact astCompact),
          ("fixReader, Indexed", whnf evalUnrolledIndexed astIndexed),
          ("fixReader, SkipLast", whnf evalUnrolledSkipLast astSkipLast),
          ("view, Indexed", whnf evalViewIndexed astIndexed)
        ]
      ),
      ( at "right-most",
        [ ("native", whnf N.rightMostNative native),
          ("reader, Indexed", whnf rightMostIndexed indexed),
          ("reader, SkipLast", whnf rightMostSkipLast skipLast),
          ("view, Indexed", whnf rightMostViewIndexed indexed),
          ("view, SkipLast", whnf rightMostViewSkipLast skipLast)
        ]
      ),
      ( at "increment",
        [ ("native", nf N.incrementNative native),
          ("native, strict fields", whnf N.incrementStrict strict),
          ("transform, Compact", whnf incrementCompact compact),
          ("transform, Indexed", whnf incrementIndexed indexed),
          ("transform, SkipLast", whnf incrementSkipLast skipLast),
          ("in place, Compact", whnf incrementInPlaceCompact compact),
          ("in place, Indexed", whnf incrementInPlaceIndexed indexed)
        ]
      ),
      ( at "pack (against the native sum)",
        [ ("native", whnf N.sumNative native),
          ("sum of what is packed", whnf sumSource source),
          ("as many bytes, set", whnf (`Bytes.replicate` 0) (Bytes.length (toByteString compact))),
          ("own sum, Compact", whnf sumCompact compact),
          ("pack, Compact", whnf packCompact source),
          ("pack, Indexed", whnf packIndexed source),
          ("pack, SkipLast", whnf packSkipLast source)
        ]
      ),
      ( at "from outside (against the native sum)",
        [ ("native", whnf N.sumNative native),
          ("fromByteString, Compact", whnf checkCompact compact),
          ("fromByteString, Indexed", whnf checkIndexed indexed),
          ("unpack, Compact", whnf unpackCompact compact)
        ]
      )
    ]

report :: Group -> IO ()
report (name, contestants) = do
  printf "\n%s\n" name
  performGC
  repeats <- forM contestants calibrate
  rounds <- replicateM 61 (forM (zip contestants repeats) \((_, b), n) -> time b n)
  let columns = transpose rounds
      native = case columns of
        times : _ -> minimum times
        [] -> 1
  forM_ (zip contestants columns) \((contestant, _), times) -> do
    let least = minimum times
        usual = median times
        mark
          | usual > 1.25 * least = printf "  disturbed: the median is %.2f of the least" (usual / least)
          | otherwise = ""
    printf "  %-26s %12.1f ns  %5.2f%s\n" contestant least (least / native) (mark :: String)

calibrate :: (String, Benchmarkable) -> IO Int64
calibrate (_, b) = go 1
  where
    go n = do
      t <- time b n
      if t * fromIntegral n > 2000000 || n > 1000000 then pure n else go (2 * n)

-- | Nanoseconds for each repetition.
time :: Benchmarkable -> Int64 -> IO Double
time (Benchmarkable environment _ run _) n = do
  given <- environment n
  start <- getMonotonicTimeNSec
  run given n
  end <- getMonotonicTimeNSec
  pure (fromIntegral (end - start) / fromIntegral n)

median :: [Double] -> Double
median xs = sort xs !! (length xs `quot` 2)

-- | The walk that 'pack' takes.
sumSource :: Tree -> Int
sumSource (Leaf n) = n
sumSource (Node left right) = sumSource left + sumSource right

-- | Leaves are numbered from left to right, so that they are no small numbers that the runtime shares.
tree :: Int -> Int -> Tree
tree 0 k = Leaf (k * 1000)
tree d k = Node (tree (d - 1) (2 * k)) (tree (d - 1) (2 * k + 1))

nativeTree :: Int -> Int -> N.Native
nativeTree 0 k = N.Leaf (k * 1000)
nativeTree d k = N.Node (nativeTree (d - 1) (2 * k)) (nativeTree (d - 1) (2 * k + 1))

strictTree :: Int -> Int -> N.Strict
strictTree 0 k = N.StrictLeaf (k * 1000)
strictTree d k = N.StrictNode (strictTree (d - 1) (2 * k)) (strictTree (d - 1) (2 * k + 1))

ast :: Int -> Int -> Ast
ast 0 k = Value (fromIntegral k)
ast d k = operator (ast (d - 1) (2 * k)) (ast (d - 1) (2 * k + 1))
  where
    operator = [Add, Sub, Mul, Div] !! (k * 7919 `quot` 8 `mod` 4)

nativeAst :: Int -> Int -> N.NativeAst
nativeAst 0 k = N.Value (fromIntegral k)
nativeAst d k = operator (nativeAst (d - 1) (2 * k)) (nativeAst (d - 1) (2 * k + 1))
  where
    operator = [N.Add, N.Sub, N.Mul, N.Div] !! (k * 7919 `quot` 8 `mod` 4)
