-- | Each row of the tables of bytes in the book, and each vector of the paper's library.
module BookSpec (spec) where

import Codec (Codec (..), everywhere)
import Control.Monad (forM_, unless)
import Data.Aeson (Value (..), eitherDecodeStrict, parseJSON)
import qualified Data.Aeson.Key as Key
import qualified Data.Aeson.KeyMap as KeyMap
import Data.Aeson.Types (Parser, parseEither, withObject, (.:))
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Char8 as Chars
import Data.List (find)
import qualified Data.Vector as Vector
import Hex (spaced, unhex, unspaced)
import Listed (Listed (..), absent, listed)
import PackedData (Refused)
import System.IO (IOMode (ReadMode), hGetContents, hSetEncoding, utf8, withFile)
import Tables (Row (..), rowsOf)
import Test.Hspec
import Exchanged

-- | The tests, on the files below this folder: the root of the repository.
spec :: FilePath -> Spec
spec root = do
    describe "each row of the book's tables" $ do
        page "compact.md" (const (Just "Compact")) 61
        page "indexed.md" (const (Just "Indexed")) 61
        page "haskell.md" (\heading' -> if take 6 heading' == "Packed" then Just heading' else Nothing) 42
    describe "the vectors of the paper's library" $
        it "are written and read" $ do
            vectors <- filter ofPaper . Chars.lines <$> Bytes.readFile (root ++ "/test-suite/vectors/haskell.jsonl")
            length vectors `shouldBe` 45
            mapM_ checkVector vectors
  where
    ofPaper = Bytes.isInfixOf (Chars.pack "\"format\": \"packed-data")
    page name layoutOf expected = it (name ++ ": " ++ show expected ++ " rows") $ do
        rows <- rowsOf <$> readUtf8 (root ++ "/book/src/layouts/" ++ name)
        let here = [(row, layout') | row <- rows, Just layout' <- [layoutOf (heading row)]]
        length here `shouldBe` expected
        mapM_ (uncurry (checkRow name)) here

readUtf8 :: FilePath -> IO String
readUtf8 path = withFile path ReadMode $ \handle -> do
    hSetEncoding handle utf8
    text <- hGetContents handle
    length text `seq` pure text

-- | Fails unless the row is listed, and its bytes are those that are written and read.
checkRow :: String -> Row -> String -> IO ()
checkRow name row layout' = unless (typeCell row `elem` absent) $ do
    let found = [encoded | Listed ty codecs values <- listed, ty == typeCell row, encoded <- inLayout codecs values]
    wanted <- either (fail . (place ++)) pure (unspaced (bytesCell row))
    case found of
        [] -> expectationFailure (place ++ "is not listed in Listed.hs")
        _ -> forM_ found $ \(bytes, again) -> do
            (place ++ spaced bytes) `shouldBe` (place ++ spaced wanted)
            either (const Nothing) (Just . spaced) (again wanted) `shouldBe` Just (spaced wanted)
  where
    place = name ++ ":" ++ show (line row) ++ ": `" ++ valueCell row ++ "` of `" ++ typeCell row ++ "`: "
    inLayout ::
        [Codec a] -> [(String, a)] -> [(Bytes.ByteString, Bytes.ByteString -> Either Refused Bytes.ByteString)]
    inLayout codecs values =
        [ (encode codec value, fmap (encode codec) . decode codec)
        | codec <- codecs
        , layout codec == layout'
        , (text, value) <- values
        , text == valueCell row
        ]

-- | Fails unless the bytes of the vector are those that are written and read.
checkVector :: Bytes.ByteString -> IO ()
checkVector text = either expectationFailure id $ do
    object <- eitherDecodeStrict text
    (format, ty, value, digits) <- parseEither fields object
    layout' <- case format :: String of
        "packed-data" -> Right "PackedData"
        "packed-data+InsertFieldSize" -> Right "PackedDataFieldSizes"
        "packed-data+InsertFieldSize+SkipLastFieldSize" -> Right "PackedDataSkipLast"
        _ -> Left ("unknown format " ++ format)
    bytes <- unhex (Chars.pack digits)
    case ty of
        "Tree" -> check layout' bytes <$> parseEither tree value
        "Ast" -> check layout' bytes <$> parseEither ast value
        "Direction" -> check layout' bytes <$> parseEither direction value
        _ -> Left ("unknown type " ++ ty)
  where
    fields = withObject "a vector" $ \o ->
        (,,,) <$> key o "format" <*> key o "type" <*> key o "value" <*> key o "hex"
    key o name = o .: Key.fromString name
    check layout' bytes value = do
        codec <- maybe (fail "unknown layout") pure (find ((== layout') . layout) everywhere)
        spaced (encode codec value) `shouldBe` spaced bytes
        either (const Nothing) (Just . spaced . encode codec) (decode codec bytes) `shouldBe` Just (spaced bytes)

-- | A constructor with its fields: @{"Node": [{"Leaf": 1}, {"Leaf": 2}]}@.
constructor :: Value -> Parser (String, [Value])
constructor = withObject "a constructor" $ \object -> case toList object of
    [(name, Array fields)] -> pure (name, Vector.toList fields)
    [(name, field)] -> pure (name, [field])
    _ -> fail "expected one constructor"
  where
    toList object = [(Key.toString key, value) | (key, value) <- KeyMap.toList object]

tree :: Value -> Parser Tree
tree value = constructor value >>= \found -> case found of
    ("Leaf", [n]) -> Leaf <$> parseJSON n
    ("Node", [l, r]) -> Node <$> tree l <*> tree r
    _ -> fail "not a Tree"

ast :: Value -> Parser Ast
ast value = constructor value >>= \found -> case found of
    ("Val", [n]) -> Val <$> parseJSON n
    ("Add", [a, b]) -> Add <$> ast a <*> ast b
    ("Sub", [a, b]) -> Sub <$> ast a <*> ast b
    ("Mul", [a, b]) -> Mul <$> ast a <*> ast b
    ("Div", [a, b]) -> Div <$> ast a <*> ast b
    _ -> fail "not an Ast"

direction :: Value -> Parser Direction
direction value = parseJSON value >>= \name -> case filter ((== name) . show) [minBound ..] of
    [found] -> pure found
    _ -> fail ("not a Direction: " ++ name)
