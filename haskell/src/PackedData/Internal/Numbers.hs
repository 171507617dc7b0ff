{-# LANGUAGE TemplateHaskell #-}
{-# OPTIONS_GHC -Wno-orphans #-}

-- | Numbers of any size, decimal numbers and times, as values of other types.
module PackedData.Internal.Numbers () where

import Data.Bits (shiftL, shiftR, (.&.), (.|.))
import Data.Int (Int64)
import Data.Scientific (Scientific, base10Exponent, coefficient, normalize, scientific)
import Data.Time (Day (..), UTCTime (..), diffTimeToPicoseconds, picosecondsToDiffTime)
import Data.Word (Word64, Word8)
import Numeric.Natural (Natural)
import PackedData.Internal.Adapter
import PackedData.Internal.Derive
import PackedData.Internal.DeriveAdapted
import PackedData.Internal.Instances ()
import PackedData.Internal.Scalars ()

-- | An integer; in Rust, @enum Integer { Small(i64), Positive(Vec\<u8\>), Negative(Vec\<u8\>) }@. The last two are
-- those that no @i64@ is: their absolute value, the lowest byte first, without zeros at the end.
data Bytewise = Small Int64 | Positive [Word8] | Negative [Word8]

-- | A time; in Rust, @struct { day: i64, picoseconds: u64 }@: the days since 1858-11-17, and the time of day.
data Moment = Moment Int64 Word64

-- | A decimal number; in Rust, @struct { coefficient: Integer, exponent: i64 }@, where the coefficient ends in no zero.
data Decimal = Decimal Integer Int64

deriveAll [] [''Bytewise]

instance Adapted Integer where
  type Form Integer = Bytewise
  toForm n
    | fitsInt64 n = Small (fromInteger n)
    | n >= 0 = Positive (digits n)
    | otherwise = Negative (digits (negate n))
  fromForm form = case form of
    Small n -> Right (toInteger n)
    Positive bytes -> large id bytes
    Negative bytes -> large negate bytes
    where
      large sign bytes
        | null bytes || last bytes == 0 = Left "the bytes of an integer end in a zero"
        | fitsInt64 n = Left "an integer in the form of larger ones"
        | otherwise = Right n
        where
          n = sign (number bytes)

fitsInt64 :: Integer -> Bool
fitsInt64 n = n >= toInteger (minBound :: Int64) && n <= toInteger (maxBound :: Int64)

-- | The bytes of a positive number, and the number of these bytes. Halves are converted apart, so that the work is not
-- the square of the length, as it is if each byte shifts the whole number.
digits :: Integer -> [Word8]
digits n = whole (until (\k -> n < 1 `shiftL` (8 * k)) (* 2) 1) n
  where
    whole k m
      | m == 0 = []
      | k == 1 = [fromInteger m]
      | high == 0 = whole half m
      | otherwise = full half (m .&. (1 `shiftL` (8 * half) - 1)) ++ whole half high
      where
        half = k `quot` 2
        high = m `shiftR` (8 * half)
    full k m
      | k == 1 = [fromInteger m]
      | otherwise = full half (m .&. (1 `shiftL` (8 * half) - 1)) ++ full half (m `shiftR` (8 * half))
      where
        half = k `quot` 2

number :: [Word8] -> Integer
number bytes = joined 8 (map toInteger bytes)
  where
    joined :: Int -> [Integer] -> Integer
    joined bits parts = case parts of
      [] -> 0
      [n] -> n
      _ -> joined (2 * bits) (pairs parts)
      where
        pairs (low : high : rest) = (low .|. high `shiftL` bits) : pairs rest
        pairs rest = rest

deriveAdaptedOf ''Integer

instance Adapted Natural where
  type Form Natural = Integer
  toForm = toInteger
  fromForm n = if n < 0 then Left "a natural number below zero" else Right (fromInteger n)

deriveAdaptedOf ''Natural

deriveAll [] [''Moment, ''Decimal]

instance Adapted UTCTime where
  type Form UTCTime = Moment
  toForm (UTCTime (ModifiedJulianDay day) time)
    | fitsInt64 day = Moment (fromInteger day) (fromInteger (diffTimeToPicoseconds time))
    | otherwise = errorWithoutStackTrace "packed-data-cursor: a day whose number does not fit 64 bits"
  fromForm (Moment day time)
    | time < 86401 * 1000000000000 =
      Right (UTCTime (ModifiedJulianDay (toInteger day)) (picosecondsToDiffTime (toInteger time)))
    | otherwise = Left "a time of day after its end"

deriveAdapted ''UTCTime

instance Adapted Day where
  type Form Day = Int64
  toForm (ModifiedJulianDay day)
    | fitsInt64 day = fromInteger day
    | otherwise = errorWithoutStackTrace "packed-data-cursor: a day whose number does not fit 64 bits"
  fromForm day = Right (ModifiedJulianDay (toInteger day))

deriveAdapted ''Day

instance Adapted Scientific where
  type Form Scientific = Decimal
  toForm n = let short = normalize n in Decimal (coefficient short) (fromIntegral (base10Exponent short))
  fromForm (Decimal c e)
    | c == 0 && e /= 0 = Left "a zero with an exponent"
    | c /= 0 && c `rem` 10 == 0 = Left "a coefficient that ends in a zero"
    | otherwise = Right (scientific c (fromIntegral e))

deriveAdapted ''Scientific
