-- | Buffers in files.
module PackedData.File (writePacked, readPacked, mapPacked, readPackedWith, mapPackedWith) where

import qualified Data.ByteString as Bytes
import PackedData.Internal.Check (Limits, Refused, defaultLimits)
import PackedData.Internal.Packed
import PackedData.Internal.Reader (Packed)
import System.IO.MMap (mmapFileByteString)

-- | Writes the bytes of a buffer to a file.
--
-- >>> writePacked "tree.bin" (pack @Indexed small) >> fmap Bytes.length (Bytes.readFile "tree.bin")
-- 31
writePacked :: FilePath -> Packed l ts -> IO ()
writePacked path = Bytes.writeFile path . toByteString

-- | Reads a file and checks it.
--
-- >>> writePacked "tree.bin" (pack @Indexed small) >> fmap (fmap unpack) (readPacked @Indexed @'[Tree] "tree.bin")
-- Right (Node (Leaf 1) (Node (Leaf 2) (Leaf 3)))
readPacked :: Valid l ts => FilePath -> IO (Either Refused (Packed l ts))
readPacked = readPackedWith defaultLimits
{-# INLINE readPacked #-}

-- | As 'readPacked', with other limits.
--
-- >>> writePacked "a.bin" (pack @Compact 'a')
-- >>> readPackedWith @Compact @'[Char] defaultLimits {limitBytes = 3} "a.bin"
-- Left too large: expected at most 3 bytes, found more, at byte 3
readPackedWith :: Valid l ts => Limits -> FilePath -> IO (Either Refused (Packed l ts))
readPackedWith limits path = evaluated (fromByteStringWith limits <$> Bytes.readFile path)
{-# INLINE readPackedWith #-}

-- | Maps a file into memory and checks it there. Nothing is copied; the file stays mapped as long as the buffer is
-- alive.
--
-- The file must not change in this time. The operating system does not prevent that: if another program writes to the
-- file, checked bytes are no longer valid, and readers may read outside of the buffer; if it is made shorter, reading
-- ends the program. Map only files that nothing else writes; replace a file by renaming a new one.
--
-- >>> writePacked "map.bin" (pack @Indexed small)
-- >>> fmap (fmap (runReader sumTree)) (mapPacked @Indexed @'[Tree] "map.bin")
-- Right 6
mapPacked :: Valid l ts => FilePath -> IO (Either Refused (Packed l ts))
mapPacked = mapPackedWith defaultLimits
{-# INLINE mapPacked #-}

-- | As 'mapPacked', with other limits.
--
-- >>> writePacked "b.bin" (pack @Compact 'b') >> mapPackedWith @Compact @'[Char] defaultLimits {limitBytes = 3} "b.bin"
-- Left too large: expected at most 3 bytes, found more, at byte 3
mapPackedWith :: Valid l ts => Limits -> FilePath -> IO (Either Refused (Packed l ts))
mapPackedWith limits path = evaluated (fromByteStringWith limits <$> mmapFileByteString path Nothing)
{-# INLINE mapPackedWith #-}

evaluated :: IO (Either e a) -> IO (Either e a)
evaluated io = do
  result <- io
  case result of
    Left e -> pure (Left e)
    Right a -> a `seq` pure (Right a)
