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
--
-- [@verdicts@] reads lines of bytes that may be valid or not: a type, the number of a layout, the bytes. For each it
-- writes @valid@, or what is wrong.
--
-- This side has one more: [@change COUNT@] reads lines of values, and writes such lines: the bytes of each column cut
-- short, with a byte added, and with one byte changed, each of these at most @COUNT@ times.
module Interop (main) where

import Codec (Codec (..))
import Control.Monad (forM_, unless)
import Data.Bits (shiftR, xor)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Char8 as Chars
import Data.List (find, nub)
import Data.Word (Word64)
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

-- | The changes of a line, at most so many of each kind.
changed :: Int -> Bytes.ByteString -> [Bytes.ByteString]
changed count text =
    [ Chars.unwords [type', Chars.pack (show i), column (hex bytes)]
    | type' : columns <- [Chars.words text]
    , (i, digits) <- zip [0 :: Int ..] columns
    , digits /= Chars.pack "-"
    , Right original <- [if digits == Chars.pack "." then Right Bytes.empty else unhex digits]
    , bytes <- changes (numbers (fromIntegral (Bytes.length text))) original
    ]
  where
    column digits = if Bytes.null digits then Chars.pack "." else digits
    changes some bytes = nub (cuts ++ longer ++ flips)
      where
        size = Bytes.length bytes
        places = [fromIntegral (n `mod` fromIntegral (max 1 size)) | n <- some]
        cuts = [Bytes.take at bytes | at <- take count places, at < size]
        longer = [Bytes.snoc bytes 0 | count > 0]
        flips =
            [ front <> Bytes.cons (Bytes.head rest `xor` fromIntegral mask) (Bytes.tail rest)
            | (at, mask) <- take (8 * count) (zip places (drop 7 some))
            , (front, rest) <- [Bytes.splitAt at bytes]
            , not (Bytes.null rest)
            ]

-- | Numbers that look random.
numbers :: Word64 -> [Word64]
numbers seed = map (`shiftR` 33) (drop 1 (iterate (\n -> n * 6364136223846793005 + 1442695040888963407) seed))

-- | What is said of the bytes of a line of 'changed'.
verdict :: Bytes.ByteString -> String
verdict text = case Chars.words text of
    [type', index, digits]
        | Just Sample{codecs = layouts} <- find ((== type') . Chars.pack . name) samples
        , codec : _ <- drop (read (Chars.unpack index)) layouts
        , Right bytes <- if digits == Chars.pack "." then Right Bytes.empty else unhex digits ->
            either show (const "valid") (decode codec bytes)
    _ -> "no line of changed bytes"

main :: IO ()
main = getArgs >>= \args -> case args of
    ["generate", count] -> forM_ samples $ \Sample{name = type', codecs = layouts, random = gen} ->
        mapM_ (Chars.putStrLn . line type' layouts) (generate (read count) gen)
    ["echo"] -> Chars.getContents >>= mapM_ checked . Chars.lines
    ["types"] -> mapM_ (putStrLn . name) samples
    ["change", count] -> Chars.getContents >>= mapM_ Chars.putStrLn . concatMap (changed (read count)) . Chars.lines
    ["verdicts"] -> Chars.getContents >>= mapM_ (putStrLn . verdict) . Chars.lines
    _ -> die "usage: Interop (generate COUNT | echo | types | change COUNT | verdicts)"
  where
    checked text = case echo text of
        Left problem -> die ("in the line `" ++ Chars.unpack text ++ "`: " ++ problem)
        Right () -> Chars.putStrLn text
