{-# LANGUAGE CPP #-}
{-# LANGUAGE DeriveGeneric #-}

-- | The Haskell side of @ci/interop.sh@: random values through the real @binary@, @cereal@ and @store@.
--
-- Each line is a value: its type, then its bytes in hexadecimal as each of the three libraries writes it. @-@ means
-- that a library cannot write the type. The Rust side, @examples/interop@, has the same commands:
--
-- [@generate COUNT@] writes @COUNT@ lines of each type.
--
-- [@echo@] reads lines. It decodes each column; the values must be equal. Then it encodes these values again and writes
-- them. The side that generated the lines compares them.
--
-- [@text@] prints which type of texts it has: the bytes of @store@ depend on the version of @text@.
module Main (main) where

import Control.Exception (SomeException, evaluate, try)
import Control.Monad (replicateM, unless)
import qualified Data.Binary as Binary
import Data.Bits (shiftR, xor)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Lazy as Lazy
import Data.Char (digitToInt, intToDigit)
import Data.Int (Int16, Int32, Int64, Int8)
import qualified Data.Map as Map
import qualified Data.Serialize as Cereal
import qualified Data.Set as Set
import qualified Data.Store as Store
import qualified Data.Text as Text
import Data.Word (Word16, Word32, Word64, Word8)
import GHC.Float (castWord32ToFloat, castWord64ToDouble)
import GHC.Generics (Generic)
import System.Environment (getArgs)
import System.Exit (die)

-- The types of the vectors.

data Tree = Leaf Int | Node Tree Tree
    deriving (Eq, Show, Generic)

data Ast = Val Int32 | Add Ast Ast | Sub Ast Ast | Mul Ast Ast | Div Ast Ast
    deriving (Eq, Show, Generic)

data SomeData = SomeData Int64 Word8 Double
    deriving (Eq, Show, Generic)

data T = C1 Int Int | C2 String | C3
    deriving (Eq, Show, Generic)

data Rose = Rose Int [Rose]
    deriving (Eq, Show, Generic)

data Direction = North | South | Center | East | West
    deriving (Eq, Show, Bounded, Enum, Generic)

data Person = Person {name :: String, age :: Word8, email :: Maybe String, scores :: [Int32]}
    deriving (Eq, Show, Generic)

data Wide = Wide Int8 Int16 Int32 Int64 Word8 Word16 Word32 Word64
    deriving (Eq, Show, Generic)

data Unit = Unit
    deriving (Eq, Show, Generic)

instance Binary.Binary Tree
instance Binary.Binary Ast
instance Binary.Binary SomeData
instance Binary.Binary T
instance Binary.Binary Rose
instance Binary.Binary Direction
instance Binary.Binary Person
instance Binary.Binary Wide
instance Binary.Binary Unit

instance Cereal.Serialize Tree
instance Cereal.Serialize Ast
instance Cereal.Serialize SomeData
instance Cereal.Serialize T
instance Cereal.Serialize Rose
instance Cereal.Serialize Direction
instance Cereal.Serialize Person
instance Cereal.Serialize Wide
instance Cereal.Serialize Unit

instance Store.Store Tree
instance Store.Store Ast
instance Store.Store SomeData
instance Store.Store T
instance Store.Store Rose
instance Store.Store Direction
instance Store.Store Person
instance Store.Store Wide
instance Store.Store Unit

-- Random values.

-- | A generator: SplitMix64.
newtype Gen a = Gen (Word64 -> (a, Word64))

instance Functor Gen where
    fmap f (Gen g) = Gen $ \s -> let (a, s') = g s in (f a, s')

instance Applicative Gen where
    pure a = Gen $ \s -> (a, s)
    Gen f <*> Gen g = Gen $ \s -> let (h, s') = f s; (a, s'') = g s' in (h a, s'')

instance Monad Gen where
    Gen g >>= f = Gen $ \s -> let (a, s') = g s; Gen h = f a in h s'

run :: Word64 -> Gen a -> a
run seed (Gen g) = fst (g seed)

word :: Gen Word64
word = Gen $ \s ->
    let s' = s + 0x9E3779B97F4A7C15
        a = (s' `xor` (s' `shiftR` 30)) * 0xBF58476D1CE4E5B9
        b = (a `xor` (a `shiftR` 27)) * 0x94D049BB133111EB
     in (b `xor` (b `shiftR` 31), s')

below :: Int -> Gen Int
below n = (\w -> fromIntegral (w `mod` fromIntegral n)) <$> word

-- | An integer of any size: small ones are as frequent as large ones.
int :: (Num a) => Gen a
int = do
    bits <- below 64
    negative <- bool
    magnitude <- (`shiftR` bits) <$> word
    pure (fromIntegral (if negative then negate magnitude else magnitude))

bool :: Gen Bool
bool = odd <$> word

-- | A float: any bits except those of a NaN and of @-0.0@, which @binary@ does not preserve.
double :: Gen Double
double = do
    d <- castWord64ToDouble <$> word
    if isNaN d || isNegativeZero d then double else pure d

float :: Gen Float
float = do
    f <- castWord32ToFloat . fromIntegral <$> word
    if isNaN f || isNegativeZero f then float else pure f

-- | A character that UTF-8 can encode, of one to four bytes.
char :: Gen Char
char = do
    limit <- ([0x80, 0x800, 0x10000, 0x110000] !!) <$> below 4
    c <- toEnum <$> below limit
    if c >= '\xD800' && c <= '\xDFFF' then char else pure c

list :: Gen a -> Gen [a]
list element = below 6 >>= \n -> replicateM n element

maybeOf :: Gen a -> Gen (Maybe a)
maybeOf gen = bool >>= \b -> if b then Just <$> gen else pure Nothing

tree :: Int -> Gen Tree
tree depth = do
    leaf <- below (depth + 1)
    if leaf == 0 then Leaf <$> int else Node <$> tree (depth - 1) <*> tree (depth - 1)

ast :: Int -> Gen Ast
ast depth = do
    leaf <- below (depth + 1)
    operator <- ([Add, Sub, Mul, Div] !!) <$> below 4
    if leaf == 0 then Val <$> int else operator <$> ast (depth - 1) <*> ast (depth - 1)

rose :: Int -> Gen Rose
rose depth = Rose <$> int <*> if depth == 0 then pure [] else list (rose (depth - 1))

t :: Gen T
t = below 3 >>= \n -> case n of
    0 -> C1 <$> int <*> int
    1 -> C2 <$> list char
    _ -> pure C3

either' :: Gen (Either Int Bool)
either' = bool >>= \b -> if b then Left <$> int else Right <$> bool

wide :: Gen Wide
wide = Wide <$> int <*> int <*> int <*> int <*> int <*> int <*> int <*> int

-- The types and their operations.

data Type = Type
    { typeName :: String
    , generateLine :: Gen String
    , echoLine :: [String] -> IO String
    }

ofType ::
    (Eq a, Show a, Binary.Binary a, Cereal.Serialize a, Store.Store a) => String -> Gen a -> Type
ofType = ofLibraries [Library binaryEncode binaryDecode, Library cerealEncode cerealDecode, storeOnly]

types :: [Type]
types =
    [ ofType "Tree" (tree 5)
    , ofType "Ast" (ast 5)
    , ofType "SomeData" (SomeData <$> int <*> int <*> double)
    , ofType "T" t
    , ofType "Rose" (rose 3)
    , ofType "Direction" (toEnum <$> below 5 :: Gen Direction)
    , ofType "Person" (Person <$> list char <*> int <*> maybeOf (list char) <*> list int)
    , ofType "Wide" wide
    , ofType "Unit" (pure Unit)
    , ofType "Option<Int>" (maybeOf int :: Gen (Maybe Int))
    , ofType "Either<Int,Bool>" either'
    , ofType "(Char,Double)" ((,) <$> char <*> double)
    , ofType "(Int,Float,Bool)" ((,,) <$> (int :: Gen Int) <*> float <*> bool)
    , ofType "List<List<Int>>" (list (list int) :: Gen [[Int]])
    , ofType "Map<Int,String>" (Map.fromList <$> list ((,) <$> int <*> list char) :: Gen (Map.Map Int String))
    , ofType "Set<Int8>" (Set.fromList <$> list int :: Gen (Set.Set Int8))
    , ofType "Bytes" (Bytes.pack <$> list int)
    , ofLibraries
        [Library binaryEncode binaryDecode, Cannot, storeOnly]
        textType
        (Text.pack <$> list char)
    ]

-- | How a library encodes and decodes a type; @Cannot@ if it cannot write it.
data Library a = Library (a -> Bytes.ByteString) (Bytes.ByteString -> IO a) | Cannot

binaryEncode :: (Binary.Binary a) => a -> Bytes.ByteString
binaryEncode = Lazy.toStrict . Binary.encode

binaryDecode :: (Binary.Binary a) => Bytes.ByteString -> IO a
binaryDecode bytes = case Binary.decodeOrFail (Lazy.fromStrict bytes) of
    Right (rest, _, value) | Lazy.null rest -> pure value
    Right _ -> fail "binary: bytes after the value"
    Left (_, _, message) -> fail ("binary: " ++ message)

cerealEncode :: (Cereal.Serialize a) => a -> Bytes.ByteString
cerealEncode = Cereal.encode

cerealDecode :: (Cereal.Serialize a) => Bytes.ByteString -> IO a
cerealDecode bytes = case Cereal.runGet (Cereal.get <* atEnd) bytes of
    Right value -> pure value
    Left message -> fail ("cereal: " ++ message)
  where
    atEnd = Cereal.isEmpty >>= \end -> unless end (fail "bytes after the value")

storeOnly :: (Store.Store a) => Library a
storeOnly = Library Store.encode (either (fail . ("store: " ++) . show) pure . Store.decode)

-- | @store@ writes a @Text@ as it is in memory.
textType :: String
#if MIN_VERSION_text(2,0,0)
textType = "Text(UTF-8)"
#else
textType = "Text(UTF-16)"
#endif

ofLibraries :: (Eq a, Show a) => [Library a] -> String -> Gen a -> Type
ofLibraries libraries name' gen = Type name' (line <$> gen) echo'
  where
    line value = unwords (name' : map (column value) libraries)
    column value (Library encode _) = if null bytes then "." else bytes
      where
        bytes = hex (encode value)
    column _ Cannot = "-"
    echo' columns = do
        unless (length columns == length libraries) (fail "expected a column for each library")
        values <- concat <$> sequence (zipWith decode libraries columns)
        case values of
            value : others | all (== value) others -> pure (line value)
            _ -> fail ("the columns contain different values: " ++ show values)
    decode Cannot "-" = pure []
    decode Cannot _ = fail "expected no column for a library that cannot write the type"
    decode (Library _ decode') column' = (: []) <$> (unhex column' >>= decode')

-- | Bytes in hexadecimal. No bytes at all are written as a dot, so that every column is a word.
hex :: Bytes.ByteString -> String
hex = concatMap (\b -> [digit (b `shiftR` 4), digit (b `mod` 16)]) . Bytes.unpack
  where
    digit = intToDigit . fromIntegral

unhex :: String -> IO Bytes.ByteString
unhex "." = pure Bytes.empty
unhex digits = Bytes.pack <$> go digits
  where
    go (high : low : rest) = (fromIntegral (digitToInt high * 16 + digitToInt low) :) <$> go rest
    go [] = pure []
    go _ = fail "an odd number of hexadecimal digits"

echo :: String -> IO String
echo line = case words line of
    name' : columns | found : _ <- filter ((== name') . typeName) types -> do
        answer <- try (echoLine found columns >>= evaluate . forced)
        either (\problem -> die ("in the line `" ++ line ++ "`: " ++ show (problem :: SomeException))) pure answer
    _ -> die ("unknown line: " ++ line)
  where
    forced answer = length answer `seq` answer

main :: IO ()
main = getArgs >>= \args -> case args of
    ["generate", count] -> mapM_ putStrLn (run 2026 (concat <$> mapM (replicateM (read count) . generateLine) types))
    ["echo"] -> getContents >>= mapM_ (\line -> echo line >>= putStrLn) . lines
    ["text"] -> putStrLn textType
    _ -> die "usage: Interop (generate COUNT | echo | text)"
