-- | Types that are packed as values of another type.
module PackedData.Internal.Adapter
  ( Adapted (..),
    adaptedExtent,
    adaptedRead,
    adaptedSkip,
    adaptedPut,
    adaptedCheck,
    adaptedSee,
  )
where

import Data.Kind (Type)
import GHC.Exts
import GHC.ForeignPtr (ForeignPtrContents (..))
import PackedData.Internal.Check
import PackedData.Internal.Class
import PackedData.Internal.Layout
import PackedData.Internal.Reader
import PackedData.Internal.Result
import PackedData.Internal.View (readView)
import PackedData.Internal.Writer
import Prelude hiding (return, (>>), (>>=))

-- | Types that are packed as values of another type, which is their form. 'PackedData.TH.mkAdapted' makes what else
-- they need.
--
-- > newtype Percent = Percent Word8 deriving (Eq, Show)
-- >
-- > instance Adapted Percent where
-- >   type Form Percent = Word8
-- >   toForm (Percent n) = n
-- >   fromForm n = if n <= 100 then Right (Percent n) else Left "more than 100 percent"
-- >
-- > mkAdapted ''Percent
--
-- >>> toByteString (pack @Compact (Percent 65))
-- "A"
-- >>> fromByteString @Compact @'[Percent] (Bytes.pack [101])
-- Left refused: more than 100 percent, at byte 0
class Packable (Form t) => Adapted (t :: Type) where
  -- | The type whose bytes are written.
  type Form t :: Type

  -- | The form of a value.
  --
  -- >>> toForm (Percent 65)
  -- 65
  toForm :: t -> Form t

  -- | The value with this form; or why there is none, which 'PackedData.fromByteString' says of such bytes. It is run
  -- when bytes are checked and when they are read, so what is in it is converted twice.
  --
  -- >>> fromForm 101 :: Either String Percent
  -- Left "more than 100 percent"
  fromForm :: Form t -> Either String t

adaptedExtent :: forall l t. (Kinded l, Adapted t) => Extent l t
adaptedExtent = Extent (extentOf @l @(Form t))
{-# INLINE adaptedExtent #-}

adaptedRead :: forall l t r. (Layout l, Adapted t, Result t) => Reader l (t : r) r t
adaptedRead = Reader (\e _ p s -> case open (at# (readIt @(Form t) @l) e nullAddr# p s) of
  (# s1, p1, form #) -> out s1 p1 (checkedForm form))
{-# INLINE adaptedRead #-}

-- | The value with a form that was checked.
checkedForm :: Adapted t => Form t -> t
checkedForm form = case fromForm form of
  Right t -> t
  Left message -> errorWithoutStackTrace ("packed-data-cursor: fromForm refuses what it accepted before: " ++ message)

adaptedSkip :: forall l t. (Layout l, Adapted t) => Skip l t
adaptedSkip = case skipIt @(Form t) @l of Skip f -> Skip f
{-# INLINE adaptedSkip #-}

adaptedPut :: forall l t r. (Layout l, Adapted t) => t -> Needs l (t : r) r
adaptedPut t = case putIt @(Form t) @l (toForm t) of Writer f -> Writer f
{-# INLINE adaptedPut #-}

-- | Checks the form, then converts it. A form that varies in size is a level, since it is read after it was checked: so
-- no stack and no time is taken that 'limitDepth' does not bound, should the form contain such values in turn.
adaptedCheck :: forall l t. (Layout l, Adapted t) => Check l t
adaptedCheck = case checkIt @(Form t) @l of
  Check f -> Check (\c path levels sized p end s -> case deeper# @l @(Form t) c path levels p s (\inner s0 ->
    f c path inner sized p end s0) of
    (# s1, p1 #) -> case open (at# (readIt @(Form t) @l) FinalPtr nullAddr# p s1) of
      (# s2, _, form #) -> case fromForm form :: Either String t of
        Right _ -> (# s2, p1 #)
        Left message -> refuse# c path p (NotAllowed message) s2)
{-# INLINE adaptedCheck #-}

adaptedSee :: forall l t. (Layout l, Adapted t, Result t) => View l t -> t
adaptedSee = readView adaptedRead
{-# INLINE adaptedSee #-}
