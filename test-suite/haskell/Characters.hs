-- | Writes @vectors/characters.jsonl@: characters, and strings of them, as the real @serialise@ writes them.
--
-- > runghc test-suite/haskell/Characters.hs > test-suite/vectors/characters.jsonl
module Main (main) where

import Codec.Serialise (Serialise, serialise)
import Data.Bits (shiftR, (.&.))
import qualified Data.ByteString.Lazy as Bytes
import Data.Char (intToDigit, ord)
import qualified Data.Text as Text

-- | The first and last characters of each length in UTF-8, of the planes and around the surrogates; also some that
-- share bits with a surrogate.
characters :: [Char]
characters =
    "\0\x7f\x80\x7ff\x800\xd7ff\xe000\xf800\xfdd0\xfffd\xfffe\xffff\x10000\x1d800\x1f600\x1f914\x1ffff\xfffff\x100000\
    \\x10fffd\x10ffff"

-- | Writes a line. The value is passed as JSON.
line :: Serialise a => String -> String -> a -> IO ()
line ty json value = putStrLn ("{" ++ pairs ++ "}")
  where
    pairs =
        concat ["\"format\": \"serialise\", \"type\": ", show ty, ", \"value\": \"", json, "\", \"hex\": ", show hex]
    hex = concatMap (digits 2 . fromIntegral) (Bytes.unpack (serialise value))

digits :: Int -> Int -> String
digits count number = [intToDigit (number `shiftR` (4 * place) .&. 15) | place <- [count - 1, count - 2 .. 0]]

-- | A character in a JSON string, as its UTF-16 code units.
escaped :: Char -> String
escaped char
    | code < 0x10000 = unit code
    | otherwise = unit (0xd7c0 + code `shiftR` 10) ++ unit (0xdc00 + code .&. 0x3ff)
  where
    code = ord char
    unit number = "\\u" ++ digits 4 number

main :: IO ()
main = do
    mapM_ (\char -> line "Char" (escaped char) char) characters
    mapM_ (\char -> line "String" (escaped char) [char]) characters
    line "String" (concatMap escaped characters) characters
    line "Text" (concatMap escaped characters) (Text.pack characters)
