{-# LANGUAGE RankNTypes #-}

-- | What is packed is unpacked, accepted, walked over and copied the same, in each layout that has the type.
module RoundTripSpec (spec) where

import qualified Data.ByteString as Bytes
import Data.Word (Word8)
import Generators
import PackedData
import qualified PackedData.Do as R
import Test.Hspec
import Test.Hspec.QuickCheck
import Test.QuickCheck hiding (Large)

spec :: Spec
spec = do
  sequence_ $ everywhere $ \named -> do
    laws @Compact "Compact" named
    laws @Indexed "Indexed" named
    laws @PackedData "PackedData" named
    laws @PackedDataFieldSizes "PackedDataFieldSizes" named
    laws @PackedDataSkipLast "PackedDataSkipLast" named
  sequence_ $ inTwo $ \named -> do
    laws @Compact "Compact" named
    laws @Indexed "Indexed" named

laws ::
  forall l t. (Frozen l, Arbitrary t, Eq t, Show t, Packable t, Stores l t) => String -> Named t -> Spec
laws layout (Named name) = describe (name ++ " in " ++ layout) $ modifyMaxSize (min 40) $ do
  prop "is unpacked the same" $ \(t :: t) -> unpack (pack @l t) === t
  prop "is accepted" $ \(t :: t) ->
    let packed = pack @l t
     in fromByteString @l @'[t] (toByteString packed) === Right packed
  prop "ends where the next value begins" $ \(t :: t) (n :: Word8) ->
    let both = append (pack @l t) (pack @l n)
     in conjoin
          [ runReader (skip R.>> reader) both === n,
            runReader (R.do { a <- isolate; b <- reader; R.return (toByteString a, b) }) both
              === (toByteString (pack @l t), n),
            runReader (R.do { a <- reader; b <- reader; R.return (a, b) }) both === (t, n),
            fmap toByteString (fromByteString @l @'[t, Word8] (toByteString both)) === Right (toByteString both)
          ]
  prop "is copied the same into a sequence" $ \(ts :: [t]) ->
    finish (items [copy (pack @l t) | t <- ts]) === finish (value @l ts)
  prop "is refused if it is cut short or goes on" $ \(t :: t) ->
    let bytes = toByteString (pack @l t)
     in conjoin
          ( [ counterexample (show n) (refused (fromByteString @l @'[t] (Bytes.take n bytes)))
              | let end = Bytes.length bytes - 1,
                n <- [0 .. min 60 end] ++ [max 0 (end - 19) .. end]
            ]
              ++ [ fromByteString @l @'[t] (Bytes.snoc bytes 0)
                     === Left (Refused (TrailingBytes 1) (Bytes.length bytes) [])
                   | not (Bytes.null bytes)
                 ]
          )

refused :: Either Refused a -> Bool
refused = either (const True) (const False)
