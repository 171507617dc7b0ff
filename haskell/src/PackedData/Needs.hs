-- | Building without a value that exists on the heap, typed by what is still needed.
module PackedData.Needs
  ( Needs,
    Writer,
    finish,
    value,
    copy,
    needField,
    writeField,
    items,

    -- * Types of base

    -- | For each constructor of 'Maybe', 'Either' and the tuples there are the two functions that @mkPacked@ writes:
    -- one takes a writer of all fields, the other a writer for each field.
    --
    -- >>> finish (startNothing (R.return ())) == pack @Compact (Nothing :: Maybe Char)
    -- True
    -- >>> finish (startJust (writeField 'a')) == pack @Compact (Just 'a')
    -- True
    -- >>> finish writeNothing == pack @Compact (Nothing :: Maybe Char)
    -- True
    -- >>> finish (writeJust (value 'a')) == pack @Compact (Just 'a')
    -- True
    -- >>> finish (startLeft (writeField 'a')) == pack @Compact (Left 'a' :: Either Char Int)
    -- True
    -- >>> finish (startRight (writeField 'a')) == pack @Compact (Right 'a' :: Either Int Char)
    -- True
    -- >>> finish (writeLeft (value 'a')) == pack @Compact (Left 'a' :: Either Char Int)
    -- True
    -- >>> finish (writeRight (value 'a')) == pack @Compact (Right 'a' :: Either Int Char)
    -- True
    -- >>> finish (startTuple2 (writeField 'a' R.>> writeField 'b')) == pack @Compact ('a', 'b')
    -- True
    -- >>> let fields = writeField 'a' R.>> writeField 'b' R.>> writeField 'c'
    -- >>> finish (startTuple3 fields) == pack @Compact ('a', 'b', 'c')
    -- True
    -- >>> finish (writeTuple2 (value 'a') (value 'b')) == pack @Compact ('a', 'b')
    -- True
    -- >>> finish (writeTuple3 (value 'a') (value 'b') (value 'c')) == pack @Compact ('a', 'b', 'c')
    -- True
    startNothing,
    startJust,
    writeNothing,
    writeJust,
    startLeft,
    startRight,
    writeLeft,
    writeRight,
    startTuple2,
    startTuple3,
    startTuple4,
    startTuple5,
    startTuple6,
    startTuple7,
    writeTuple2,
    writeTuple3,
    writeTuple4,
    writeTuple5,
    writeTuple6,
    writeTuple7,
  )
where

import PackedData.Internal.Build
import PackedData.Internal.Class
import PackedData.Internal.Instances
import PackedData.Internal.Sequence
import PackedData.Internal.Writer
