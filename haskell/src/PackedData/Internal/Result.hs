{-# LANGUAGE DefaultSignatures #-}
{-# OPTIONS_GHC -Wno-missing-methods #-}

-- | What a reader can return. GHC 9.0 returns a record in registers only if a function returns it itself, not within a
-- tuple. So each type of result has a record of its own, with the state, the position and the result in registers; that
-- is why recursion over packed data allocates nothing.
module PackedData.Internal.Result (Result (..), Boxed (..), outBoxed, openBoxed) where

import Data.ByteString (ByteString)
import Data.Functor.Identity (Identity)
import Data.Kind (Type)
import Data.List.NonEmpty (NonEmpty)
import Data.Map.Strict (Map)
import Data.Monoid (Product, Sum)
import Data.Proxy (Proxy)
import Data.Ratio (Ratio)
import Data.Semigroup (Max, Min)
import Data.Set (Set)
import Data.Text (Text)
import GHC.Int (Int16 (..), Int32 (..), Int64 (..), Int8 (..))
import GHC.TypeLits (ErrorMessage (..), TypeError)
import GHC.Word (Word16 (..), Word32 (..), Word64 (..), Word8 (..))
import Numeric.Natural (Natural)
import PackedData.Internal.Compat

-- | The types that a reader can return. All common types have an instance, and so does each type given to @mkPacked@;
-- @mkResult@ writes one for any other type. Numbers are evaluated and returned in registers; all else is returned as it
-- is, evaluated or not.
class Result a where
  -- | What a reader returns: the state, the position after what was read, and the result.
  data Out a

  -- | Combines them.
  out :: State# RealWorld -> Addr# -> a -> Out a
  default out :: Coercible (Boxed a) (Out a) => State# RealWorld -> Addr# -> a -> Out a
  out = outBoxed
  {-# INLINE out #-}

  -- | Takes them apart.
  open :: Out a -> (# State# RealWorld, Addr#, a #)
  default open :: Coercible (Out a) (Boxed a) => Out a -> (# State# RealWorld, Addr#, a #)
  open = openBoxed
  {-# INLINE open #-}

-- | All other types: an error, whose message names the type. A constraint that a signature lacks is reported by GHC as
-- overlapping instances, of which this is one.
instance {-# OVERLAPPABLE #-} NoResult a => Result a where
  out _ _ _ = errorWithoutStackTrace "packed-data-cursor: a type error"
  open _ = errorWithoutStackTrace "packed-data-cursor: a type error"

type family NoResult (a :: Type) :: Constraint where
  NoResult a = TypeError
    ( 'Text "A reader cannot return " ':<>: 'ShowType a ':<>: 'Text ": it has no instance of Result."
        ':$$: 'Text "Write one with mkResult, after the declaration of the type; for packed types mkPacked does so."
    )

-- | The t'Out' of a result that is an object on the heap.
data Boxed a = Boxed (State# RealWorld) Addr# a

outBoxed :: Coercible (Boxed a) (Out a) => State# RealWorld -> Addr# -> a -> Out a
outBoxed s p x = coerce (Boxed s p x)
{-# INLINE outBoxed #-}

openBoxed :: Coercible (Out a) (Boxed a) => Out a -> (# State# RealWorld, Addr#, a #)
openBoxed o = case coerce o of Boxed s p x -> (# s, p, x #)
{-# INLINE openBoxed #-}

instance Result Int where
  data Out Int = OutInt (State# RealWorld) Addr# Int#
  out s p (I# x) = OutInt s p x
  {-# INLINE out #-}
  open (OutInt s p x) = (# s, p, I# x #)
  {-# INLINE open #-}

instance Result Int8 where
  data Out Int8 = OutInt8 (State# RealWorld) Addr# FieldOfInt8
  out s p (I8# x) = OutInt8 s p x
  {-# INLINE out #-}
  open (OutInt8 s p x) = (# s, p, I8# x #)
  {-# INLINE open #-}

instance Result Int16 where
  data Out Int16 = OutInt16 (State# RealWorld) Addr# FieldOfInt16
  out s p (I16# x) = OutInt16 s p x
  {-# INLINE out #-}
  open (OutInt16 s p x) = (# s, p, I16# x #)
  {-# INLINE open #-}

instance Result Int32 where
  data Out Int32 = OutInt32 (State# RealWorld) Addr# FieldOfInt32
  out s p (I32# x) = OutInt32 s p x
  {-# INLINE out #-}
  open (OutInt32 s p x) = (# s, p, I32# x #)
  {-# INLINE open #-}

instance Result Int64 where
  data Out Int64 = OutInt64 (State# RealWorld) Addr# FieldOfInt64
  out s p (I64# x) = OutInt64 s p x
  {-# INLINE out #-}
  open (OutInt64 s p x) = (# s, p, I64# x #)
  {-# INLINE open #-}

instance Result Word where
  data Out Word = OutWord (State# RealWorld) Addr# Word#
  out s p (W# x) = OutWord s p x
  {-# INLINE out #-}
  open (OutWord s p x) = (# s, p, W# x #)
  {-# INLINE open #-}

instance Result Word8 where
  data Out Word8 = OutWord8 (State# RealWorld) Addr# FieldOfWord8
  out s p (W8# x) = OutWord8 s p x
  {-# INLINE out #-}
  open (OutWord8 s p x) = (# s, p, W8# x #)
  {-# INLINE open #-}

instance Result Word16 where
  data Out Word16 = OutWord16 (State# RealWorld) Addr# FieldOfWord16
  out s p (W16# x) = OutWord16 s p x
  {-# INLINE out #-}
  open (OutWord16 s p x) = (# s, p, W16# x #)
  {-# INLINE open #-}

instance Result Word32 where
  data Out Word32 = OutWord32 (State# RealWorld) Addr# FieldOfWord32
  out s p (W32# x) = OutWord32 s p x
  {-# INLINE out #-}
  open (OutWord32 s p x) = (# s, p, W32# x #)
  {-# INLINE open #-}

instance Result Word64 where
  data Out Word64 = OutWord64 (State# RealWorld) Addr# FieldOfWord64
  out s p (W64# x) = OutWord64 s p x
  {-# INLINE out #-}
  open (OutWord64 s p x) = (# s, p, W64# x #)
  {-# INLINE open #-}

instance Result Float where
  data Out Float = OutFloat (State# RealWorld) Addr# Float#
  out s p (F# x) = OutFloat s p x
  {-# INLINE out #-}
  open (OutFloat s p x) = (# s, p, F# x #)
  {-# INLINE open #-}

instance Result Double where
  data Out Double = OutDouble (State# RealWorld) Addr# Double#
  out s p (D# x) = OutDouble s p x
  {-# INLINE out #-}
  open (OutDouble s p x) = (# s, p, D# x #)
  {-# INLINE open #-}

instance Result Char where
  data Out Char = OutChar (State# RealWorld) Addr# Char#
  out s p (C# x) = OutChar s p x
  {-# INLINE out #-}
  open (OutChar s p x) = (# s, p, C# x #)
  {-# INLINE open #-}

instance Result () where
  data Out () = OutUnit (State# RealWorld) Addr#
  out s p _ = OutUnit s p
  {-# INLINE out #-}
  open (OutUnit s p) = (# s, p, () #)
  {-# INLINE open #-}

instance Result (a, b) where
  data Out (a, b) = OutPair (State# RealWorld) Addr# a b
  out s p (a, b) = OutPair s p a b
  {-# INLINE out #-}
  open (OutPair s p a b) = (# s, p, (a, b) #)
  {-# INLINE open #-}

instance Result Bool where
  newtype Out Bool = OutBool (Boxed Bool)

instance Result Ordering where
  newtype Out Ordering = OutOrdering (Boxed Ordering)

instance Result Integer where
  newtype Out Integer = OutInteger (Boxed Integer)

instance Result Natural where
  newtype Out Natural = OutNatural (Boxed Natural)

instance Result (Maybe a) where
  newtype Out (Maybe a) = OutMaybe (Boxed (Maybe a))

instance Result (Either a b) where
  newtype Out (Either a b) = OutEither (Boxed (Either a b))

instance Result [a] where
  newtype Out [a] = OutList (Boxed [a])

instance Result (NonEmpty a) where
  newtype Out (NonEmpty a) = OutNonEmpty (Boxed (NonEmpty a))

instance Result (Ratio a) where
  newtype Out (Ratio a) = OutRatio (Boxed (Ratio a))

instance Result (a, b, c) where
  newtype Out (a, b, c) = Out3 (Boxed (a, b, c))

instance Result (a, b, c, d) where
  newtype Out (a, b, c, d) = Out4 (Boxed (a, b, c, d))

instance Result (a, b, c, d, e) where
  newtype Out (a, b, c, d, e) = Out5 (Boxed (a, b, c, d, e))

instance Result (a, b, c, d, e, f) where
  newtype Out (a, b, c, d, e, f) = Out6 (Boxed (a, b, c, d, e, f))

instance Result (a, b, c, d, e, f, g) where
  newtype Out (a, b, c, d, e, f, g) = Out7 (Boxed (a, b, c, d, e, f, g))

instance Result (a -> b) where
  newtype Out (a -> b) = OutFunction (Boxed (a -> b))

instance Result (IO a) where
  newtype Out (IO a) = OutIO (Boxed (IO a))

instance Result ByteString where
  newtype Out ByteString = OutByteString (Boxed ByteString)

instance Result Text where
  newtype Out Text = OutText (Boxed Text)

instance Result (Map k v) where
  newtype Out (Map k v) = OutMap (Boxed (Map k v))

instance Result (Set k) where
  newtype Out (Set k) = OutSet (Boxed (Set k))

instance Result (Proxy a) where
  newtype Out (Proxy a) = OutProxy (Boxed (Proxy a))

instance Result (Identity a) where
  newtype Out (Identity a) = OutIdentity (Boxed (Identity a))

instance Result (Sum a) where
  newtype Out (Sum a) = OutSum (Boxed (Sum a))

instance Result (Product a) where
  newtype Out (Product a) = OutProduct (Boxed (Product a))

instance Result (Min a) where
  newtype Out (Min a) = OutMin (Boxed (Min a))

instance Result (Max a) where
  newtype Out (Max a) = OutMax (Boxed (Max a))
