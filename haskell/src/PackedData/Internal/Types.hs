-- | Types that exist because other languages have them.
module PackedData.Internal.Types (Utf8 (..), utf8ToText, Word128 (..), Int128 (..), Duration (..), duration) where

import Data.ByteString (ByteString)
import Data.Int (Int64)
import Data.Text (Text)
import qualified Data.Text.Encoding as Text
import qualified Data.Text.Encoding.Error as Text
import Data.Word (Word32, Word64)
import PackedData.Internal.Result (Boxed (..), Result (..))

-- | The UTF-8 of a text, borrowed from a buffer. (A 'Text' of the package @text@ before 2.0 is UTF-16, so that it
-- cannot be borrowed.)
newtype Utf8 = Utf8
  { -- | Its bytes.
    --
    -- >>> Bytes.length (utf8Bytes (runReader readUtf8 (pack @Compact (Text.pack "\233"))))
    -- 2
    utf8Bytes :: ByteString
  }
  deriving (Eq, Ord)

instance Show Utf8 where
  showsPrec d = showsPrec d . utf8ToText

-- | Copies and decodes a borrowed text.
--
-- >>> utf8ToText (runReader readUtf8 (pack @Indexed (Text.pack "abc")))
-- "abc"
utf8ToText :: Utf8 -> Text
utf8ToText (Utf8 bytes) = Text.decodeUtf8With Text.lenientDecode bytes

-- | A @u128@: its high and its low half.
--
-- >>> unpack (pack @Compact (Word128 1 2))
-- Word128 {word128High = 1, word128Low = 2}
data Word128 = Word128 {word128High :: !Word64, word128Low :: !Word64}
  deriving (Eq, Ord, Show)

-- | An @i128@: its high and its low half.
--
-- >>> Bytes.length (toByteString (pack @Compact (Int128 (-1) 2)))
-- 16
data Int128 = Int128 {int128High :: !Int64, int128Low :: !Word64}
  deriving (Eq, Ord, Show)

-- | A @Duration@ of Rust: seconds, and fewer than 10^9 nanoseconds.
--
-- >>> unpack (pack @Compact (duration 1 2)) :: Duration
-- Duration {durationSeconds = 1, durationNanoseconds = 2}
data Duration = Duration
  { -- | Whole seconds.
    --
    -- >>> durationSeconds (duration 1 2000000003)
    -- 3
    durationSeconds :: !Word64,
    -- | The rest in nanoseconds.
    --
    -- >>> durationNanoseconds (duration 1 2000000003)
    -- 3
    durationNanoseconds :: !Word32
  }
  deriving (Eq, Ord, Show)

-- | A duration of these seconds and nanoseconds; whole seconds among the latter are carried over.
--
-- >>> duration 1 2000000003
-- Duration {durationSeconds = 3, durationNanoseconds = 3}
duration :: Word64 -> Word32 -> Duration
duration seconds nanoseconds = Duration (seconds + fromIntegral carried) rest
  where
    (carried, rest) = nanoseconds `divMod` 1000000000

instance Result Utf8 where
  newtype Out Utf8 = OutUtf8 (Boxed Utf8)

instance Result Word128 where
  newtype Out Word128 = OutWord128 (Boxed Word128)

instance Result Int128 where
  newtype Out Int128 = OutInt128 (Boxed Int128)

instance Result Duration where
  newtype Out Duration = OutDuration (Boxed Duration)
