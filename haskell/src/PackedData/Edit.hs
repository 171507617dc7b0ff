-- | Scalars overwritten in a copy of a buffer.
module PackedData.Edit (Editable, Scalar, edit, modify, overwrite, modifyField, overwriteField) where

import PackedData.Internal.Class
import PackedData.Internal.Layout (Editable)
import PackedData.Internal.Packed
import PackedData.Internal.Reader
import PackedData.Internal.Scalars

-- | 'modify' of a field.
--
-- >>> snd (edit (caseMaybe (R.return 0) (modifyField (* 2))) (pack @Compact (Just 21 :: Maybe Int)))
-- 42
modifyField ::
  (Layout l, Before b, KnownPlace p, Scalar t) => (t -> t) -> Reader (Editable s l) (Field b p t : r) r t
modifyField f = field (modify f)
{-# INLINE modifyField #-}

-- | 'overwrite' of a field.
--
-- >>> unpack (fst (edit (caseTuple2 (overwriteField 'b' R.>> skipField)) (pack @Compact ('a', True))))
-- ('b',True)
overwriteField ::
  (Layout l, Before b, KnownPlace p, Scalar t) => t -> Reader (Editable s l) (Field b p t : r) r ()
overwriteField t = field (overwrite t)
{-# INLINE overwriteField #-}
