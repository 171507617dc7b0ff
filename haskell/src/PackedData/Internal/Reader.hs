{-# LANGUAGE PolyKinds #-}

-- | Readers: functions from a position to a result and the next position.
module PackedData.Internal.Reader
  ( Packed (..),
    Reader (..),
    IxMonad (..),
    Unconstrained,
    runReader,
    runReaderRest,
    fixReader,
    at#,
    position#,
  )
where

import Data.ByteString.Internal (ByteString (..))
import Data.Kind (Type)
import GHC.Exts
import GHC.ForeignPtr (ForeignPtr (..), ForeignPtrContents)
import PackedData.Internal.Result
import Prelude (Eq, Ord)

-- | Values of the types @ts@, side by side in one buffer, in layout @l@. The bytes are valid: they were written by this
-- library, or checked.
--
-- Invariant 1: the bytes are one valid value of each type of @ts@, and nothing after them.
newtype Packed (l :: Type) (ts :: [Type]) = Packed ByteString
  deriving (Eq, Ord)

type role Packed nominal nominal

-- | A computation that reads packed values from left to right. Before it, the buffer holds values of the types @p@;
-- after it, those of the types @r@ are left. Reading a value of another type, forgetting one, or reading one twice does
-- not compile. Write one with @QualifiedDo@ and "PackedData.Do".
--
-- Invariant 2: the function is called at the position of a valid value of the first type of @p@, and returns the
-- position of the first type of @r@. It touches the bytes only while it runs, in the order of its state.
--
-- The arguments are what keeps the buffer alive, the beginning of the static fields of the constructor that is read
-- now, the position, and the state.
newtype Reader (l :: Type) (p :: [Type]) (r :: [Type]) (a :: Type)
  = Reader (ForeignPtrContents -> Addr# -> Addr# -> State# RealWorld -> Out a)

type role Reader nominal nominal nominal nominal

infixl 1 >>=, >>

-- | What @QualifiedDo@ calls: monads whose computations have a type before and a type after.
class IxMonad (m :: k -> k -> Type -> Type) where
  -- | The results that it supports.
  type Ok m a :: Constraint

  -- | Continues with what the result determines.
  (>>=) :: Ok m a => m i j a -> (a -> m j h b) -> m i h b

  -- | Does one after the other.
  (>>) :: Ok m a => m i j a -> m j h b -> m i h b

  -- | Does nothing, with this result.
  return :: Ok m a => a -> m i i a

-- | Holds for each type.
class Unconstrained (a :: Type)

instance Unconstrained a

instance IxMonad (Reader l) where
  type Ok (Reader l) a = Result a
  Reader m >>= k = Reader (\e b p s -> case open (m e b p s) of (# s', p', a #) -> case k a of Reader f -> f e b p' s')
  {-# INLINE (>>=) #-}
  Reader m >> Reader f = Reader (\e b p s -> case open (m e b p s) of (# s', p', _ #) -> f e b p' s')
  {-# INLINE (>>) #-}
  return a = Reader (\_ _ p s -> out s p a)
  {-# INLINE return #-}

-- | Reads from the beginning of a buffer. What the reader leaves is ignored. The buffer stays alive while it is read.
--
-- >>> runReader sumTree (pack @PackedDataFieldSizes small)
-- 6
runReader :: Result a => Reader l ts r a -> Packed l ts -> a
runReader (Reader f) (Packed (PS (ForeignPtr a e) (I# o) _)) =
  keepAlive# e realWorld# (\s -> case open (f e nullAddr# (plusAddr# a o) s) of (# _, _, x #) -> x)
{-# INLINE runReader #-}

-- | As 'runReader', with what the reader leaves, which shares the bytes.
--
-- >>> let both = append (pack @Compact small) (pack 'x')
-- >>> fmap unpack (runReaderRest sumTree both)
-- (6,'x')
runReaderRest :: Result a => Reader l ts r a -> Packed l ts -> (a, Packed l r)
runReaderRest (Reader f) (Packed (PS (ForeignPtr a e) (I# o) (I# n))) =
  keepAlive# e realWorld# (\s -> case open (f e nullAddr# begin s) of
    (# _, p, x #) -> (x, Packed (PS (ForeignPtr p e) 0 (I# (n -# minusAddr# p begin)))))
  where
    begin = plusAddr# a o
{-# INLINE runReaderRest #-}

-- | A recursive reader, unrolled once: the function receives itself, for the values inside. Half of the calls vanish in
-- a tree, as leaves are read where they are found.
--
-- >>> runReader (fixReader (\self -> caseTree readField (field self R.>> field self))) (pack @Indexed small)
-- 3
fixReader ::
  forall l t r a.
  (forall y. (forall x. Reader l (t : x) x a) -> Reader l (t : y) y a) ->
  Reader l (t : r) r a
fixReader f = Reader loop
  where
    -- (@inline@ is of both calls of @f@: GHC 9.10 does not inline a large @f@ elsewhere, and its calls allocate.)
    loop e b p s = at# (inline (f (Reader inner))) e b p s
    inner e b p s = at# (inline (f (Reader loop))) e b p s
    {-# INLINE inner #-}
{-# INLINE fixReader #-}

-- | Reads at another position, with other static fields.
at# :: Reader l p r a -> ForeignPtrContents -> Addr# -> Addr# -> State# RealWorld -> Out a
at# (Reader f) = f
{-# INLINE at# #-}

-- | The position where a value begins.
position# :: Packed l ts -> Addr#
position# (Packed (PS (ForeignPtr a _) (I# o) _)) = plusAddr# a o
{-# INLINE position# #-}
