-- | Reading from left to right, typed by what is left.
module PackedData.Reader
  ( Reader,
    Result,
    runReader,
    runReaderRest,

    -- * Values
    reader,
    skip,
    isolate,
    readUtf8,
    readBytes,

    -- * Fields
    Field,
    Place (..),
    KnownPlace,
    Before,
    field,
    readField,
    skipField,

    -- * Recursion
    fixReader,

    -- * Sequences
    foldItems,
    countItems,
    item,

    -- * Types of base

    -- | As what @mkPacked@ writes: each takes a reader for each constructor.
    --
    -- >>> runReader (caseMaybe (R.return 0) readField) (pack @Compact (Just 7 :: Maybe Int))
    -- 7
    -- >>> runReader (caseEither readField (skipField R.>> R.return 0)) (pack @Compact (Right 'a' :: Either Int Char))
    -- 0
    -- >>> runReader (caseOrdering (R.return 'l') (R.return 'e') (R.return 'g')) (pack @Compact GT)
    -- 'g'
    -- >>> runReader (caseTuple2 (skipField R.>> readField)) (pack @Compact ('a', 'b'))
    -- 'b'
    -- >>> runReader (caseTuple3 (skipField R.>> skipField R.>> readField)) (pack @Compact ('a', 'b', 'c'))
    -- 'c'
    caseMaybe,
    caseEither,
    caseOrdering,
    caseTuple2,
    caseTuple3,
    caseTuple4,
    caseTuple5,
    caseTuple6,
    caseTuple7,
  )
where

import PackedData.Internal.Class
import PackedData.Internal.Instances
import PackedData.Internal.Packed
import PackedData.Internal.Reader
import PackedData.Internal.Result
import PackedData.Internal.Sequence
