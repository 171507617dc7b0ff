{-# LANGUAGE PolyKinds #-}

-- | The operators of functors and applicative functors, for computations that have a type before and a type after.
module PackedData.Internal.Applicative ((<$>), (<$), (<*>), (<*), (*>)) where

import PackedData.Internal.Reader (IxMonad (..))
import Prelude ()

infixl 4 <$>, <$, <*>, <*, *>

-- | A function of the result.
--
-- >>> runReader (negate R.<$> sumTree) (pack @Compact small)
-- -6
(<$>) :: (IxMonad m, Ok m a, Ok m b) => (a -> b) -> m i j a -> m i j b
f <$> m = m >>= \a -> return (f a)
{-# INLINE (<$>) #-}

-- | Another result.
--
-- >>> runReader ('x' R.<$ skip) (pack @Compact small)
-- 'x'
(<$) :: (IxMonad m, Ok m a, Ok m b) => b -> m i j a -> m i j b
b <$ m = m >> return b
{-# INLINE (<$) #-}

-- | A function that is the result of one, of the result of the next. (The constructor of a type is such a function.)
--
-- >>> runReader (caseTuple2 ((,) R.<$> readField R.<*> field sumTree)) (pack @Compact ('a', small))
-- ('a',6)
(<*>) :: (IxMonad m, Ok m (a -> b), Ok m a, Ok m b) => m i j (a -> b) -> m j h a -> m i h b
m <*> n = m >>= \f -> n >>= \a -> return (f a)
{-# INLINE (<*>) #-}

-- | One after the other, with the first result.
--
-- >>> runReader (caseTuple2 (readField R.<* skipField)) (pack @Compact ('a', small))
-- 'a'
(<*) :: (IxMonad m, Ok m a, Ok m b) => m i j a -> m j h b -> m i h a
m <* n = m >>= \a -> n >>= \_ -> return a
{-# INLINE (<*) #-}

-- | One after the other, with the second result.
--
-- >>> runReader (caseTuple2 (skipField R.*> readField)) (pack @Compact (small, 'a'))
-- 'a'
(*>) :: (IxMonad m, Ok m a) => m i j a -> m j h b -> m i h b
(*>) = (>>)
{-# INLINE (*>) #-}
