{-# LANGUAGE CPP #-}
{-# OPTIONS_HADDOCK hide #-}

-- | "GHC.Exts", with what it lacks in some versions of GHC. Since GHC 9.2 (of 64 bits: 9.4), numbers of each width have
-- unboxed types of their own; before, all are 'Int#' or 'Word#'.
module PackedData.Internal.Compat (module GHC.Exts, module PackedData.Internal.Compat) where

import GHC.Exts

-- The fields of the numbers of "Data.Int" and "Data.Word", and their conversions.
#if MIN_VERSION_base(4,16,0)
type FieldOfInt8 = Int8#

type FieldOfInt16 = Int16#

type FieldOfInt32 = Int32#

type FieldOfWord8 = Word8#

type FieldOfWord16 = Word16#

type FieldOfWord32 = Word32#
#else
type FieldOfInt8 = Int#

type FieldOfInt16 = Int#

type FieldOfInt32 = Int#

type FieldOfWord8 = Word#

type FieldOfWord16 = Word#

type FieldOfWord32 = Word#

word8ToWord#, wordToWord8#, word16ToWord#, wordToWord16#, word32ToWord#, wordToWord32# :: Word# -> Word#
word8ToWord# w = w
{-# INLINE word8ToWord# #-}
wordToWord8# w = w
{-# INLINE wordToWord8# #-}
word16ToWord# w = w
{-# INLINE word16ToWord# #-}
wordToWord16# w = w
{-# INLINE wordToWord16# #-}
word32ToWord# w = w
{-# INLINE word32ToWord# #-}
wordToWord32# w = w
{-# INLINE wordToWord32# #-}
#endif

#if MIN_VERSION_base(4,17,0)
type FieldOfInt64 = Int64#

type FieldOfWord64 = Word64#
#else
type FieldOfInt64 = Int#

type FieldOfWord64 = Word#
#endif
