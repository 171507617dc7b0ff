-- | Writes @vectors/more.jsonl@: values and their bytes as the real @binary@, @cereal@ and @store@ write them.
--
-- > runghc test-suite/haskell/Vectors.hs > test-suite/vectors/more.jsonl
module Main (main) where

import qualified Data.Binary as Binary
import Data.Bits (shiftR)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Lazy as Lazy
import Data.Char (intToDigit)
import Data.Int (Int16, Int32, Int64, Int8)
import qualified Data.Map as Map
import qualified Data.Serialize as Cereal
import qualified Data.Set as Set
import qualified Data.Store as Store
import Data.Word (Word16, Word32, Word64, Word8)
import System.IO (hSetEncoding, stdout, utf8)

-- | Writes a line. The value is passed as JSON.
line :: String -> String -> String -> Bytes.ByteString -> IO ()
line format ty json bytes = putStrLn ("{" ++ pairs ++ "}")
  where
    pairs =
        concat ["\"format\": ", show format, ", \"type\": ", show ty, ", \"value\": ", json, ", \"hex\": ", show hex]
    hex = concatMap (\b -> [digit (b `shiftR` 4), digit (b `mod` 16)]) (Bytes.unpack bytes)
    digit = intToDigit . fromIntegral

-- | Writes a line for each of @binary@ and @cereal@.
big :: (Binary.Binary a, Cereal.Serialize a) => String -> String -> a -> IO ()
big ty json value = do
    line "binary" ty json (Lazy.toStrict (Binary.encode value))
    line "cereal" ty json (Cereal.encode value)

-- | Writes the same, and a line for @store@.
every :: (Binary.Binary a, Cereal.Serialize a, Store.Store a) => String -> String -> a -> IO ()
every ty json value = big ty json value >> line "store" ty json (Store.encode value)

-- | Writes values whose @show@ is JSON.
shown :: (Show a, Binary.Binary a, Cereal.Serialize a, Store.Store a) => String -> [a] -> IO ()
shown ty = mapM_ (\value -> every ty (show value) value)

text :: String -> IO ()
text value = every "String" ("\"" ++ value ++ "\"") value

pairsOf :: (Show a, Show b) => [(a, b)] -> String
pairsOf pairs = show [Pair a b | (a, b) <- pairs]

data Pair a b = Pair a b

instance (Show a, Show b) => Show (Pair a b) where
    show (Pair a b) = "[" ++ show a ++ "," ++ show b ++ "]"

main :: IO ()
main = do
    hSetEncoding stdout utf8
    shown "Int8" [0 :: Int8]
    shown "Int16" [minBound, -300, 0, maxBound :: Int16]
    shown "Int32" [minBound, -70000, maxBound :: Int32]
    shown "Int64" [minBound, 2 ^ (40 :: Int), maxBound :: Int64]
    shown "Word8" [maxBound :: Word8]
    shown "Word16" [0, 258, maxBound :: Word16]
    shown "Word32" [66051, maxBound :: Word32]
    shown "Word64" [2 ^ (63 :: Int) :: Word64]
    shown "Word" [7, maxBound :: Word]
    shown "Double" [-0.0, 1, -1, 0.5, 2.2250738585072014e-308, 2.225073858507201e-308, -5.0e-324 :: Double]
    every "Double" "\"inf\"" (1 / 0 :: Double)
    shown "Float" [0, -0.0, 16777215, 3.4028235e38, 1.17549435e-38, 1.1754942e-38, -1.0e-45 :: Float]
    every "Float" "\"NaN\"" (0 / 0 :: Float)
    every "()" "null" ()
    big "Ordering" "\"LT\"" LT >> big "Ordering" "\"EQ\"" EQ >> big "Ordering" "\"GT\"" GT
    every "List<()>" "[null,null,null]" [(), (), ()]
    every "List<Bool>" "[true,false]" [True, False]
    shown "List<List<Int>>" [[], [[]], [[], [-1]] :: [[Int]]]
    mapM_ text ["", "h\233llo \955 \8364 \128512", "\65533\65279\129300"]
    mapM_ (\pairs -> every "Map<Int,Int>" (pairsOf (Map.toList pairs)) pairs) maps
    mapM_ (\set -> every "Set<Int>" (show (Set.toList set)) set) sets
  where
    maps = [Map.fromList [(3, -4), (-1, 2), (minBound, 0), (maxBound, 1)], Map.fromList [(0, 0)]] :: [Map.Map Int Int]
    sets = [Set.empty, Set.fromList [300, -1, 0, 2]] :: [Set.Set Int]
