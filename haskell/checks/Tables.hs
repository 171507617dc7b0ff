-- | The tables of the book's pages on the layouts: those with the header @| type | value | bytes |@.
module Tables (Row (..), rowsOf) where

import Data.Char (isSpace)
import Data.List (dropWhileEnd, isPrefixOf)

-- | A row of such a table.
data Row = Row
    { line :: Int
    -- ^ Its line in the page, from 1 on.
    , heading :: String
    -- ^ The heading above it.
    , typeCell, valueCell, bytesCell :: String
    }
    deriving (Eq, Show)

-- | The rows of all these tables of a page.
rowsOf :: String -> [Row]
rowsOf page = go "" False (zip [1 ..] (lines page))
  where
    go _ _ [] = []
    go above inside ((number, text) : rest)
        | "#" `isPrefixOf` text = go (unwords (words (dropWhile (== '#') text))) False rest
        | cells text == ["type", "value", "bytes"] = go above True rest
        | inside, "|-" `isPrefixOf` text = go above True rest
        | inside, [ty, value, bytes] <- cells text = Row number above ty value bytes : go above True rest
        | otherwise = go above False rest

-- | The cells of a row, without their backticks. (No cell of these tables contains @|@.)
cells :: String -> [String]
cells text = case trim text of
    '|' : inner | not (null inner), last inner == '|' -> map code (split (init inner))
    _ -> []
  where
    split s = case break (== '|') s of
        (cell, _ : more) -> cell : split more
        (cell, []) -> [cell]
    code = unwords . words . strip . trim
    strip s = dropWhileEnd (== '`') (dropWhile (== '`') s)
    trim = dropWhileEnd isSpace . dropWhile isSpace
