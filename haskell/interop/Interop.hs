-- | The Haskell side of the exchange with Rust in @ci/haskell.sh@.
--
-- Each line is a value: its type, then its bytes in hexadecimal in each of the five layouts. @-@ means that the layouts
-- of the paper's library do not have the type, and @.@ means no bytes at all. The Rust side,
-- @test-suite/examples/haskell@, has the same commands:
--
-- [@generate COUNT@] writes @COUNT@ lines of each type.
--
-- [@echo@] reads lines. It validates and unpacks each column, packs the value in all five layouts, and fails unless
-- that is the line that was read. Then it writes the line. The side that generated the lines compares them.
--
-- [@types@] writes the names of the types.
module Interop (main) where

import Codec (Codec (..))
import Control.Monad (forM_, unless)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Char8 as Chars
import Data.List (find)
import Hex (hex, unhex)
import Samples (Sample (..), generate, samples)
import System.Environment (getArgs)
import System.Exit (die)

-- | The line of a value.
line :: String -> [Codec a] -> a -> Bytes.ByteString
line type' layouts value = Chars.unwords (Chars.pack type' : take 5 (map column layouts ++ repeat (Chars.pack "-")))
  where
    column codec = case hex (encode codec value) of
        empty | Bytes.null empty -> Chars.pack "."
        digits -> digits

-- | Fails unless each column contains the value of the line.
echo :: Bytes.ByteString -> Either String ()
echo text = case Chars.words text of
    [] -> Left "an empty line"
    type' : columns -> do
        Sample{name = found, codecs = layouts} <-
            maybe (Left "unknown type") Right (find ((== type') . Chars.pack . name) samples)
        unless (length columns == 5 && all (== Chars.pack "-") (drop (length layouts) columns)) $
            Left "other columns than the type has"
        forM_ (zip layouts columns) $ \(codec, column) -> do
            bytes <- if column == Chars.pack "." then Right Bytes.empty else unhex column
            value <- either (Left . show) Right (decode codec bytes)
            let packed = line found layouts value
            unless (packed == text) . Left $
                "the value in `" ++ layout codec ++ "` is packed as " ++ Chars.unpack packed

main :: IO ()
main = getArgs >>= \args -> case args of
    ["generate", count] -> forM_ samples $ \Sample{name = type', codecs = layouts, random = gen} ->
        mapM_ (Chars.putStrLn . line type' layouts) (generate (read count) gen)
    ["echo"] -> Chars.getContents >>= mapM_ checked . Chars.lines
    ["types"] -> mapM_ (putStrLn . name) samples
    _ -> die "usage: Interop (generate COUNT | echo | types)"
  where
    checked text = case echo text of
        Left problem -> die ("in the line `" ++ Chars.unpack text ++ "`: " ++ problem)
        Right () -> Chars.putStrLn text
