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
