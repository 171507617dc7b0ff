-- | Bytes in hexadecimal.
module Hex (hex, unhex, spaced, unspaced) where

import Data.Bits (shiftL, (.|.))
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Builder as Builder
import qualified Data.ByteString.Char8 as Chars
import qualified Data.ByteString.Lazy as Lazy
import Data.Char (digitToInt, isHexDigit)
import Data.List (group)
import Text.Printf (printf)

-- | Pairs of digits without spaces.
hex :: Bytes.ByteString -> Bytes.ByteString
hex = Lazy.toStrict . Builder.toLazyByteString . Builder.byteStringHex

-- | The bytes of pairs of digits without spaces.
unhex :: Bytes.ByteString -> Either String Bytes.ByteString
unhex digits
    | odd (Bytes.length digits) = Left "an odd number of hexadecimal digits"
    | not (Chars.all isHexDigit digits) = Left "not a hexadecimal digit"
    | otherwise = Right (fst (Bytes.unfoldrN (Bytes.length digits `div` 2) next 0))
  where
    next at = Just (digit at `shiftL` 4 .|. digit (at + 1), at + 2)
    digit = fromIntegral . digitToInt . Chars.index digits

-- | Bytes in the notation of the book's tables: pairs of digits with spaces; more than 16 equal bytes are @00 * 251@.
spaced :: Bytes.ByteString -> String
spaced = unwords . concatMap run . group . Bytes.unpack
  where
    run bytes = case bytes of
        byte : _ | length bytes > 16 -> [printf "%02x" byte, "*", show (length bytes)]
        _ -> map (printf "%02x") bytes

-- | The bytes of that notation.
unspaced :: String -> Either String Bytes.ByteString
unspaced = fmap Bytes.concat . go . words
  where
    go (pair : "*" : count : rest) =
        (\byte more -> Bytes.concat (replicate (read count) byte) : more) <$> one pair <*> go rest
    go (pair : rest) = (:) <$> one pair <*> go rest
    go [] = Right []
    one = unhex . Chars.pack
