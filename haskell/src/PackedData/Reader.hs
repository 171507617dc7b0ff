-- | Reading from left to right, typed by what is left.
module PackedData.Reader
  ( Reader,
    Result,
    runReader,

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
