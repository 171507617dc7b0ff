{-# LANGUAGE AllowAmbiguousTypes #-}
{-# LANGUAGE ConstraintKinds #-}
{-# LANGUAGE DataKinds #-}
{-# LANGUAGE FlexibleContexts #-}
{-# LANGUAGE ScopedTypeVariables #-}
{-# LANGUAGE TypeApplications #-}

-- | Values of a type and their bytes, in a layout that is named.
module Codec (Codec (..), everywhere, native) where

import Data.ByteString (ByteString)
import PackedData

-- | How a layout writes and reads a type.
data Codec a = Codec
    { layout :: String
    , encode :: a -> ByteString
    , decode :: ByteString -> Either Refused a
    -- ^ Validates the bytes, and unpacks the value.
    }

codec :: forall l a. (Layout l, Packable a, Stores l a, Valid l '[a]) => String -> Codec a
codec name = Codec name (toByteString . pack @l) (fmap unpack . fromByteString @l @'[a])

type In l a = (Stores l a, Valid l '[a])

-- | The layouts in which every type can be written.
native :: (Packable a, In Compact a, In Indexed a) => [Codec a]
native = [codec @Compact "Compact", codec @Indexed "Indexed"]

-- | These, and the layouts of the paper's library.
everywhere ::
    ( Packable a
    , In Compact a
    , In Indexed a
    , In PackedData a
    , In PackedDataFieldSizes a
    , In PackedDataSkipLast a
    ) =>
    [Codec a]
everywhere =
    native
        ++ [ codec @PackedData "PackedData"
           , codec @PackedDataFieldSizes "PackedDataFieldSizes"
           , codec @PackedDataSkipLast "PackedDataSkipLast"
           ]
