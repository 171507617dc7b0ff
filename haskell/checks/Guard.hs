{-# LANGUAGE CApiFFI #-}

-- | Bytes beside memory that nothing may read: a program that reads past them is killed by a signal.
module Guard (Guard, newGuard, atEnd, atStart, readPastEnd) where

import Control.Monad (when)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Unsafe as Bytes
import Data.Word (Word8)
import Foreign (Ptr, castPtr, copyBytes, nullPtr, peek, plusPtr)
import Foreign.C (CInt (..), CSize (..), throwErrnoIf, throwErrnoIf_)
import System.Posix.Types (COff (..))

foreign import capi unsafe "sys/mman.h mmap"
    mmap :: Ptr () -> CSize -> CInt -> CInt -> CInt -> COff -> IO (Ptr ())

foreign import capi unsafe "sys/mman.h mprotect"
    mprotect :: Ptr () -> CSize -> CInt -> IO CInt

foreign import capi "sys/mman.h value PROT_NONE" protNone :: CInt
foreign import capi "sys/mman.h value PROT_READ" protRead :: CInt
foreign import capi "sys/mman.h value PROT_WRITE" protWrite :: CInt
foreign import capi "sys/mman.h value MAP_PRIVATE" mapPrivate :: CInt
foreign import capi "sys/mman.h value MAP_ANONYMOUS" mapAnonymous :: CInt
foreign import capi "sys/mman.h value MAP_FAILED" mapFailed :: Ptr ()

-- | Memory between two pages that nothing may read. It is never freed.
data Guard = Guard (Ptr Word8) Int

-- | More than the largest page of the machines that run these tests.
page :: Int
page = 65536

-- | Memory for at least this many bytes.
newGuard :: Int -> IO Guard
newGuard capacity = do
    let size = (capacity + page - 1) `div` page * page
    start <-
        throwErrnoIf (== mapFailed) "mmap" $
            mmap nullPtr (fromIntegral (size + 2 * page)) protNone (mapPrivate + mapAnonymous) (-1) 0
    let usable = start `plusPtr` page
    throwErrnoIf_ (/= 0) "mprotect" (mprotect usable (fromIntegral size) (protRead + protWrite))
    pure (Guard (castPtr usable) size)

-- | A copy of the bytes that ends where the memory ends. It is valid until the next copy.
atEnd :: Guard -> Bytes.ByteString -> IO Bytes.ByteString
atEnd guard@(Guard _ size) bytes = place guard (size - Bytes.length bytes) bytes

-- | A copy of the bytes that begins where the memory begins. It is valid until the next copy.
atStart :: Guard -> Bytes.ByteString -> IO Bytes.ByteString
atStart guard = place guard 0

place :: Guard -> Int -> Bytes.ByteString -> IO Bytes.ByteString
place (Guard memory size) offset bytes = Bytes.unsafeUseAsCStringLen bytes $ \(from, count) -> do
    when (count > size) (fail "more bytes than the guarded memory has")
    copyBytes (memory `plusPtr` offset) (castPtr from) count
    Bytes.unsafePackCStringLen (memory `plusPtr` offset, count)

-- | Reads the byte after the end, for the test that this ends the program.
readPastEnd :: IO Word8
readPastEnd = do
    guard <- newGuard 1
    bytes <- atEnd guard (Bytes.pack [1, 2, 3])
    Bytes.unsafeUseAsCStringLen bytes $ \(start, count) -> peek (castPtr start `plusPtr` count)
