{-# LANGUAGE DefaultSignatures #-}
{-# LANGUAGE PolyKinds #-}

-- | What a type must provide to be packed, and the parts that @mkPacked@ composes it from.
module PackedData.Internal.Class
  ( -- * Types that can be packed
    Packable (..),
    Scalar (..),
    Access (..),
    width,
    load#,
    store#,
    checked,
    Seen,
    View (..),
    Stores,
    StoresAll,
    Extent (..),
    Skip (..),

    -- * Fields
    Field,
    Place (..),
    KnownPlace (..),
    Before (..),
    staticBefore,
    field,
    readField,
    skipField,
    field#,
    fieldStatic,
    needField,
    writeField,
    putSized#,
    beginSize#,
    endSize#,
    skipField#,
    tagged#,
    extentOf,
    static,
    skip#,

    -- * Parts of instances
    taggedExtent,
    structExtent,
    andField,
    Skips (..),
    skipSum,
    skipCon,
    skipOf,
    Checks (..),
    checkSum,
    checkCon,
    checkOf,
    Puts (..),
    putCon,
    putOf,
    caseOf,
    enterCon,
    Con (..),
    startCon,
    conTag#,
    readOf,
    needOf,
    returnStrict,
    uninhabited,
  )
where

import Data.Kind (Type)
import Data.Proxy (Proxy (..))
import GHC.Exts
import GHC.ForeignPtr (ForeignPtrContents)
import GHC.TypeLits (ErrorMessage (..), TypeError)
import PackedData.Internal.Bytes
import PackedData.Internal.Check
import PackedData.Internal.Layout
import PackedData.Internal.Reader
import PackedData.Internal.Result
import PackedData.Internal.Writer
import Prelude hiding (return, (>>), (>>=))

-- | The types that can be packed. @mkPacked@ derives it. The defaults are for a 'Scalar' of which all bits are values.
class Result t => Packable (t :: Type) where
  -- | Which of the three extents the type has in this layout.
  extent :: Layout l => Extent l t
  default extent :: (Layout l, Scalar t) => Extent l t
  extent = scalarExtent
  {-# INLINE extent #-}

  -- | Makes a value of the bytes.
  readIt :: Layout l => Reader l (t : r) r t
  default readIt :: (Layout l, Scalar t) => Reader l (t : r) r t
  readIt = scalarRead
  {-# INLINE readIt #-}

  -- | Goes to the end of a value.
  skipIt :: Layout l => Skip l t
  default skipIt :: (Layout l, Scalar t) => Skip l t
  skipIt = scalarSkip
  {-# INLINE skipIt #-}

  -- | Writes a value.
  putIt :: Layout l => t -> Needs l (t : r) r
  default putIt :: (Layout l, Scalar t) => t -> Needs l (t : r) r
  putIt = scalarPut
  {-# INLINE putIt #-}

  -- | Checks bytes from outside.
  checkIt :: Layout l => Check l t
  default checkIt :: (Layout l, Scalar t) => Check l t
  checkIt = checked (\_ s -> (# s, 1# #))
  {-# INLINE checkIt #-}

  -- | What a view shows.
  seeIt :: Layout l => View l t -> Seen l t
  default seeIt :: (Layout l, Scalar t, Seen l t ~ t) => View l t -> Seen l t
  seeIt = scalarSee
  {-# INLINE seeIt #-}

-- | All other types: an error, whose message names the type. A constraint that a signature lacks is reported by GHC as
-- overlapping instances, of which this is one.
instance {-# OVERLAPPABLE #-} (Result t, NeitherDerivedNorGiven t) => Packable t where
  extent = uninhabited
  readIt = uninhabited
  skipIt = uninhabited
  putIt = uninhabited
  checkIt = uninhabited
  seeIt = uninhabited

type family NeitherDerivedNorGiven (t :: Type) :: Constraint where
  NeitherDerivedNorGiven t = TypeError
    ( 'Text "No instance of Packable for " ':<>: 'ShowType t ':<>: 'Text " is known here."
        ':$$: 'Text "Derive it with mkPacked, after the declaration of the type and before its first use;"
        ':$$: 'Text "types that contain each other are given to mkPackedGroup together."
    )

-- | What a view of a @t@ shows: numbers, @Bool@ and @Char@ as they are, texts and byte strings borrowed, sequences as
-- t'PackedData.View.Items', and all else as views.
type family Seen (l :: Type) (t :: Type) :: Type

-- | The types whose values take the same number of bytes each, and can be overwritten.
class Packable t => Scalar (t :: Type) where
  -- | How it is loaded and stored.
  access :: Layout l => Access l t

-- | How a scalar is stored: its bytes, and how it is loaded and stored.
data Access (l :: Type) (t :: Type)
  = Access
      Int
      (Addr# -> State# RealWorld -> (# State# RealWorld, t #))
      (Addr# -> t -> State# RealWorld -> State# RealWorld)

type role Access nominal nominal

-- | The number of bytes.
width :: forall t l. (Layout l, Scalar t) => Int
width = case access @t @l of Access n _ _ -> n
{-# INLINE width #-}

load# :: forall t l. (Layout l, Scalar t) => Addr# -> State# RealWorld -> (# State# RealWorld, t #)
load# = case access @t @l of Access _ f _ -> f
{-# INLINE load# #-}

store# :: forall t l. (Layout l, Scalar t) => Addr# -> t -> State# RealWorld -> State# RealWorld
store# = case access @t @l of Access _ _ f -> f
{-# INLINE store# #-}

scalarExtent :: forall l t. (Layout l, Scalar t) => Extent l t
scalarExtent = Extent (width @t @l)
{-# INLINE scalarExtent #-}

scalarRead :: forall l t r. (Layout l, Scalar t) => Reader l (t : r) r t
scalarRead = Reader (\_ _ p s -> case width @t @l of
  I# n -> case load# @t @l p s of (# s1, t #) -> out s1 (plusAddr# p n) t)
{-# INLINE scalarRead #-}

scalarSkip :: forall l t. (Layout l, Scalar t) => Skip l t
scalarSkip = Skip (\p s -> case width @t @l of I# n -> (# s, plusAddr# p n #))
{-# INLINE scalarSkip #-}

scalarPut :: forall l t r. (Layout l, Scalar t) => t -> Needs l (t : r) r
scalarPut !t = Writer (\w _ p0 e0 s0 -> case width @t @l of
  I# n -> reserve# w n p0 e0 s0 (\p e s -> case store# @t @l p t s of s1 -> (# s1, plusAddr# p n, e, () #)))
{-# INLINE scalarPut #-}

scalarSee :: forall l t. (Layout l, Scalar t) => View l t -> t
scalarSee (View p c) = case load# @t @l p realWorld# of (# s, t #) -> case touch# c s of _ -> t
{-# INLINE scalarSee #-}

-- | The check of a scalar with a condition on it.
checked :: forall l t. (Layout l, Scalar t) => (Addr# -> State# RealWorld -> (# State# RealWorld, Int# #)) -> Check l t
checked f = Check (\c path _ exact p end s -> case width @t @l of
  I# n -> needs# n c path p end s (\s1 -> case f p s1 of
    (# s2, 1# #) -> ends# @l c path exact (plusAddr# p n) s2
    (# s2, _ #) -> refuse# c path p InvalidScalar s2))
{-# INLINE checked #-}

-- | One value in a buffer, where it is.
--
-- Invariant 5: a valid value begins at the address, in memory that the contents keep alive and that does not change.
data View (l :: Type) (t :: Type) = View Addr# ForeignPtrContents

type role View nominal nominal

-- | Layout @l@ has a form for @t@. The Haskell layouts have none for texts, byte strings, tuples, maps and sets.
class Stores (l :: Type) (t :: Type)

-- | Layout @l@ has a form for each of these.
class StoresAll (l :: Type) (ts :: [Type])

instance StoresAll l '[]

instance (Stores l t, StoresAll l ts) => StoresAll l (t : ts)

-- | The extent of a type in a layout: the number of bytes if it is the same for all values, else 'headed' (-1) if the
-- end is found from a length at a known place, or 'walked' (-2).
newtype Extent (l :: Type) (t :: k) = Extent Int

type role Extent nominal nominal

extentOf :: forall l t. (Layout l, Packable t) => Int
extentOf = case extent @t @l of Extent n -> n
{-# INLINE extentOf #-}

-- | The number of bytes in the static part.
static :: forall l t. (Layout l, Packable t) => Int
static = if extentOf @l @t >= 0 then extentOf @l @t else 0
{-# INLINE static #-}

-- | Goes to the end of a value.
newtype Skip (l :: Type) (t :: Type) = Skip (Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #))

type role Skip nominal nominal

-- | Goes to the end of a value, at once if all values have the same size.
skip# :: forall l t. (Layout l, Packable t) => Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)
skip# p s = case extentOf @l @t of
  I# n
    | isTrue# (n >=# 0#) -> (# s, plusAddr# p n #)
    | True -> case skipIt @t @l of Skip f -> f p s
{-# INLINE skip# #-}

-- | A field of a constructor: the types of the fields before it, its place, and its own type. A layout may store its
-- size before it, or the field itself in another place.
data Field (before :: [Type]) (place :: Place) (t :: Type)

-- | The place of a field in its constructor: before others, last, or the only one, in a type that never has sizes
-- before its fields ('Part and 'Either').
data Place = Inner | Last | Bare

-- | The places of fields.
class KnownPlace (p :: Place) where
  -- | Which place it is: a function, as 'kindOf' is, and for the same reason.
  placeOf :: Proxy# p -> Place

instance KnownPlace 'Inner where
  placeOf _ = Inner
  {-# INLINE placeOf #-}

instance KnownPlace 'Last where
  placeOf _ = Last
  {-# INLINE placeOf #-}

instance KnownPlace 'Bare where
  placeOf _ = Bare
  {-# INLINE placeOf #-}

place :: forall p. KnownPlace p => Place
place = placeOf (proxy# :: Proxy# p)
{-# INLINE place #-}

-- | Lists of types whose static parts are known.
class Before (ts :: [Type]) where
  beforeIt :: Layout l => Extent l ts

instance Before '[] where
  beforeIt = Extent 0
  {-# INLINE beforeIt #-}

instance (Packable t, Before ts) => Before (t : ts) where
  beforeIt = andStatic beforeIt
  {-# INLINE beforeIt #-}

andStatic :: forall l t ts. (Layout l, Packable t) => Extent l ts -> Extent l (t : ts)
andStatic (Extent n) = Extent (static @l @t + n)
{-# INLINE andStatic #-}

-- | The bytes of the static fields among these.
staticBefore :: forall ts l. (Layout l, Before ts) => Int
staticBefore = case beforeIt @ts @l of Extent n -> n
{-# INLINE staticBefore #-}

-- | Whether it is in the static part.
fieldStatic :: forall l t. (Layout l, Packable t) => Bool
fieldStatic = staticFirst @l && extentOf @l @t >= 0
{-# INLINE fieldStatic #-}

-- | The size before a field.
data Size = None | Short | Long

sizeBefore :: forall l p t. (Layout l, KnownPlace p, Packable t) => Size
sizeBefore = case kind @l of
  KCompact -> None
  KIndexed -> case place @p of
    Inner | extentOf @l @t == -2 -> Short
    _ -> None
  KPlain -> None
  KFieldSizes -> case place @p of
    Bare -> None
    _ -> Long
  KSkipLast -> case place @p of
    Inner -> Long
    _ -> None
{-# INLINE sizeBefore #-}

-- | Reads a field with a reader of its type.
--
-- > sumTree = caseTree readField R.do
-- >   left <- field sumTree
-- >   right <- field sumTree
-- >   R.return (left + right)
--
-- >>> runReader (caseTuple2 (field sumTree R.>>= \n -> skipField R.>> R.return n)) (pack @Compact (small, 'a'))
-- 6
field ::
  forall l b p t r a.
  (Layout l, Before b, KnownPlace p, Packable t, Result a) =>
  Reader l (t : r) r a ->
  Reader l (Field b p t : r) r a
field (Reader f) = Reader (\e b p s -> if fieldStatic @l @t
  then case staticBefore @b @l of
    I# o -> case open (f e nullAddr# (plusAddr# b o) s) of (# s1, _, a #) -> out s1 p a
  else case sizeBefore @l @p @t of
    None -> f e nullAddr# p s
    Short -> case afterVarint# p s of (# s1, p1 #) -> f e nullAddr# p1 s1
    Long -> f e nullAddr# (plusAddr# p 4#) s)
{-# INLINE field #-}

-- | The position of the value of a field.
field# ::
  forall l b p t.
  (Layout l, Before b, KnownPlace p, Packable t) =>
  Addr# ->
  Addr# ->
  State# RealWorld ->
  (# State# RealWorld, Addr# #)
field# b p s = if fieldStatic @l @t
  then case staticBefore @b @l of I# o -> (# s, plusAddr# b o #)
  else case sizeBefore @l @p @t of
    None -> (# s, p #)
    Short -> afterVarint# p s
    Long -> (# s, plusAddr# p 4# #)
{-# INLINE field# #-}

-- | Makes a value of a field; for a number, this is one load.
--
-- >>> runReader (caseTuple2 (readField R.>>= \c -> skipField R.>> R.return c)) (pack @Indexed ('a', small))
-- 'a'
readField ::
  forall l b p t r. (Layout l, Before b, KnownPlace p, Packable t) => Reader l (Field b p t : r) r t
readField = field readIt
{-# INLINE readField #-}

-- | Goes on after a field: at once, if all its values have the same size, or if the layout has its size before it.
--
-- >>> runReader (caseTuple2 (skipField R.>> readField)) (pack @Indexed (small, 'a'))
-- 'a'
skipField :: forall l b p t r. (Layout l, KnownPlace p, Packable t) => Reader l (Field b p t : r) r ()
skipField = Reader (\_ _ p s -> case skipField# @l @p @t p s of (# s1, p1 #) -> out s1 p1 ())
{-# INLINE skipField #-}

skipField# ::
  forall l p t.
  (Layout l, KnownPlace p, Packable t) =>
  Addr# ->
  State# RealWorld ->
  (# State# RealWorld, Addr# #)
skipField# p s = if fieldStatic @l @t
  then (# s, p #)
  else case sizeBefore @l @p @t of
    None -> skip# @l @t p s
    Short -> case loadVarint# p s of (# s1, p1, n #) -> (# s1, plusAddr# p1 n #)
    Long -> case load32# p s of (# s1, n #) -> (# s1, plusAddr# p (n +# 4#) #)
{-# INLINE skipField# #-}

-- | Begins to write a field, which may have a size before it. The continuation receives what 'endSize#' needs.
beginSize# ::
  forall l p t (rep :: RuntimeRep) (r :: TYPE rep).
  (Layout l, KnownPlace p, Packable t) =>
  W ->
  Addr# ->
  Addr# ->
  State# RealWorld ->
  (Int# -> Int# -> Int# -> Addr# -> Addr# -> State# RealWorld -> r) ->
  r
beginSize# w p e s k = case sizeBefore @l @p @t of
  None -> k 0# 0# 0# p e s
  Short -> beginShort# w p e s k
  Long -> beginLong# w p e s (\offset p1 e1 s1 -> k offset 0# 0# p1 e1 s1)
{-# INLINE beginSize# #-}

-- | Writes the size of a field that was written.
endSize# ::
  forall l p t.
  (Layout l, KnownPlace p, Packable t) =>
  W ->
  Int# ->
  Int# ->
  Int# ->
  Addr# ->
  Addr# ->
  State# RealWorld ->
  (# State# RealWorld, Addr#, Addr# #)
endSize# w offset extra before p e s = case sizeBefore @l @p @t of
  None -> (# s, p, e #)
  Short -> endShort# w offset extra before p e s
  Long -> endLong# w offset p e s
{-# INLINE endSize# #-}

-- | Writes a field with its size, if it has one.
putSized# ::
  forall l p t a.
  (Layout l, KnownPlace p, Packable t) =>
  (W -> Int# -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr#, Addr#, a #)) ->
  W ->
  Int# ->
  Addr# ->
  Addr# ->
  State# RealWorld ->
  (# State# RealWorld, Addr#, Addr#, a #)
putSized# f w b p0 e0 s0 = case sizeBefore @l @p @t of
  None -> f w b p0 e0 s0
  _ -> beginSize# @l @p @t w p0 e0 s0 (\offset extra before p e s -> case f w b p e s of
    (# s1, p1, e1, a #) -> case endSize# @l @p @t w offset extra before p1 e1 s1 of
      (# s2, p2, e2 #) -> (# s2, p2, e2, a #))
{-# INLINE putSized# #-}

-- | Writes a field with a writer of its type.
--
-- >>> let two = startNode (needField (writeLeaf (value 1)) R.>> writeField (Leaf 2))
-- >>> finish two == pack @Indexed (Node (Leaf 1) (Leaf 2))
-- True
needField ::
  forall l b p t r a.
  (Layout l, Before b, KnownPlace p, Packable t) =>
  Writer l '[t] '[] a ->
  Writer l (Field b p t : r) r a
needField (Writer f) = Writer (\w b p e s -> if fieldStatic @l @t
  then case base# w s of
    (# s1, begin #) -> case staticBefore @b @l of
      I# o -> case f w 0# (plusAddr# begin (b +# o)) e s1 of
        (# s2, _, _, a #) -> (# s2, p, e, a #)
  else putSized# @l @p @t f w 0# p e s)
{-# INLINE needField #-}

-- | Writes a value as a field.
--
-- >>> finish (startLeaf (writeField 7)) == pack @Indexed (Leaf 7)
-- True
writeField ::
  forall l b p t r. (Layout l, Before b, KnownPlace p, Packable t) => t -> Needs l (Field b p t : r) r
writeField t = needField (putIt t)
{-# INLINE writeField #-}

-- Extents of structs and enums.

-- | The extent of an enum of this many constructors: static if none has a field.
taggedExtent :: forall l t. Layout l => Bool -> Int -> Extent l t
taggedExtent fieldless n
  | fieldless = Extent (tagBytes @l n)
  | otherwise = Extent (-2)
{-# INLINE taggedExtent #-}

tagBytes :: forall l. Layout l => Int -> Int
tagBytes (I# n) = if countedTags @l then I# (tagWidth# n) else 1
{-# INLINE tagBytes #-}

-- | The extent of a struct with fields of this extent.
structExtent :: forall l t. Layout l => Extent l () -> Extent l t
structExtent (Extent n)
  | cells @l = Extent (if n >= 0 then n + 1 else -2)
  | otherwise = Extent n
{-# INLINE structExtent #-}

-- | The extent of a field and others together.
andField :: forall l f. (Layout l, Packable f) => Proxy f -> Extent l () -> Extent l ()
andField _ (Extent m) = Extent (both (extentOf @l @f) m)
  where
    both a b
      | a >= 0 && b >= 0 = if sized then -2 else a + b
      | a >= 0 && b == -1 = -1
      | a == -1 && b >= 0 = -1
      | otherwise = -2
    -- The sizes before fields are not worth a rule of their own.
    sized = case kind @l of
      KFieldSizes -> True
      KSkipLast -> True
      _ -> False
{-# INLINE andField #-}

-- Skipping.

-- | How the fields of a constructor are skipped: the bytes of the static part, and the others.
data Skips (l :: Type) = Skips Int# (Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #))

instance Semigroup (Skips l) where
  Skips m f <> Skips n g = Skips (m +# n) (\p s -> case f p s of (# s1, p1 #) -> g p1 s1)
  {-# INLINE (<>) #-}

instance Monoid (Skips l) where
  mempty = Skips 0# (\p s -> (# s, p #))
  {-# INLINE mempty #-}

skipOf :: forall l p t. (Layout l, KnownPlace p, Packable t) => Proxy p -> Proxy t -> Skips l
skipOf _ _ = if fieldStatic @l @t
  then case extentOf @l @t of I# n -> Skips n (\p s -> (# s, p #))
  else Skips 0# (\p s -> skipField# @l @p @t p s)
{-# INLINE skipOf #-}

-- | Skips the fields of a constructor.
skipCon :: forall l t. Skips l -> Skip l t
skipCon (Skips n f) = Skip (\p s -> f (plusAddr# p n) s)
{-# INLINE skipCon #-}

-- | Skips a tag, and what it determines.
skipSum :: forall l t. Layout l => Con -> (Int -> Skip l t) -> Skip l t
skipSum con f = Skip (\p s -> case conTag# @l con p s of
  (# s1, tag, p1 #) -> case f (I# tag) of Skip g -> g p1 s1)
{-# INLINE skipSum #-}

-- | What is known of a type: that it is a struct, or how many constructors it has.
data Con = Struct | Sum Int

-- | A tag, and the position after it.
conTag# :: forall l. Layout l => Con -> Addr# -> State# RealWorld -> (# State# RealWorld, Int#, Addr# #)
conTag# Struct p s = if cells @l then (# s, 0#, plusAddr# p 1# #) else (# s, 0#, p #)
conTag# (Sum n) p s = case tagBytes @l n of
  I# w -> case loadTag# w p s of (# s1, tag #) -> (# s1, tag, plusAddr# p w #)
{-# INLINE conTag# #-}

-- Reading.

-- | Reads a tag, then what it determines.
caseOf :: forall l t r a. Layout l => Con -> (Int -> Reader l (t : r) r a) -> Reader l (t : r) r a
caseOf con f = Reader (\e b p s -> case conTag# @l con p s of
  (# s1, tag, p1 #) -> case f (I# tag) of Reader g -> g e b p1 s1)
{-# INLINE caseOf #-}

-- | Reads the fields of a constructor of these types, after its tag.
enterCon :: forall ts l t q r a. (Layout l, Before ts) => Proxy ts -> Reader l q r a -> Reader l (t : r) r a
enterCon _ (Reader f) = Reader (\e _ p s -> if staticFirst @l
  then case staticBefore @ts @l of I# n -> f e p (plusAddr# p n) s
  else f e p p s)
{-# INLINE enterCon #-}

-- Checking.

type Checking = C -> Path -> Int# -> Addr# -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)

-- | How the fields of a constructor are checked: those of the static part, then the others. The last of these is
-- 'Nothing', or returns what the value returns.
data Checks (l :: Type) = Checks (Part Checking) (Part Checking)

-- | The checks or writes of some fields, if there are any.
data Part a = No | Yes a

joined :: Part Checking -> Part Checking -> Part Checking
joined No b = b
joined a No = a
joined (Yes f) (Yes g) = Yes (\c path levels exact p end s -> case f c path levels nullAddr# p end s of
  (# s1, p1 #) -> g c path levels exact p1 end s1)
{-# INLINE joined #-}

instance Semigroup (Checks l) where
  Checks a b <> Checks c d = Checks (joined a c) (joined b d)
  {-# INLINE (<>) #-}

instance Monoid (Checks l) where
  mempty = Checks No No
  {-# INLINE mempty #-}

-- | Checks a field, of this constructor, with this name.
checkOf ::
  forall l p t. (Layout l, KnownPlace p, Packable t) => Proxy p -> Proxy t -> String -> String -> Checks l
checkOf _ _ name label = if fieldStatic @l @t
  then Checks (Yes (\c path levels _ p end s -> f c (into c path name label) levels nullAddr# p end s)) No
  else Checks No (Yes (\c path levels exact p end s -> case sizeBefore @l @p @t of
    None -> case place @p of
      Inner -> deeper c (into c path name label) levels nullAddr# p end s
      _ -> f c (into c path name label) levels exact p end s
    Short ->
      let inside = into c path name label
       in checkVarint# c inside p end s (\p1 n s1 -> within c inside levels p1 n end s1)
    Long ->
      let inside = into c path name label
       in needs# 4# c inside p end s (\s1 -> case load32# p s1 of
            (# s2, n #) ->
              let p1 = plusAddr# p 4#
               in case place @p of
                    Inner -> within c inside levels p1 n end s2
                    _ -> lastOne c inside levels exact p1 n end s2)))
  where
    Check f = checkIt @t @l
    deeper :: Checking
    deeper c path levels exact p end s = case extentOf @l @t of
      I# n
        | isTrue# (n >=# 0#) -> f c path levels exact p end s
        | isTrue# (levels <=# 0#) -> refuse# c path p TooDeep s
        | True -> f c path (levels -# 1#) exact p end s
    {-# INLINE deeper #-}
    within :: C -> Path -> Int# -> Addr# -> Int# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)
    within c path levels p n end s = needs# n c path p end s (\s1 ->
      let stop = plusAddr# p n
       in case deeper c path levels nullAddr# p stop s1 of
            (# s2, p1 #)
              | isTrue# (eqAddr# p1 stop) -> (# s2, p1 #)
              | True -> refuse# c path p1 WrongSize s2)
    {-# INLINE within #-}
    lastOne :: C -> Path -> Int# -> Addr# -> Addr# -> Int# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)
    lastOne c path levels exact p n end s = needs# n c path p end s (\s1 ->
      let stop = plusAddr# p n
       in if isTrue# (eqAddr# exact nullAddr#) || isTrue# (eqAddr# exact stop)
            then f c path levels stop p stop s1
            else refuse# c path p WrongSize s1)
    {-# INLINE lastOne #-}
{-# INLINE checkOf #-}

-- | Checks the fields of a constructor.
checkCon :: forall l t. Layout l => Checks l -> Check l t
checkCon (Checks a b) = Check (\c path levels exact p end s -> case joined a b of
  No -> ends# @l c path exact p s
  Yes f -> f c path levels exact p end s)
{-# INLINE checkCon #-}

-- | Checks a tag of a type of this name, then what it determines.
checkSum :: forall l t. Layout l => Con -> (Int -> Check l t) -> Check l t
checkSum con f = Check (\c path levels exact p end s -> case con of
  Struct | not (cells @l) -> case f 0 of Check g -> g c path levels exact p end s
  _ ->
    let !(I# count) = case con of
          Struct -> 1
          Sum n -> n
        !(I# w) = tagBytes @l (I# count)
     in needs# w c path p end s (\s1 -> case loadTag# w p s1 of
          (# s2, tag #)
            | isTrue# (tag >=# count) -> refuse# c path p (InvalidTag (I# tag)) s2
            | True -> case f (I# tag) of Check g -> g c path levels exact (plusAddr# p w) end s2))
{-# INLINE checkSum #-}

-- Writing.

-- | How the fields of a constructor are written: the static part, then the others.
data Puts (l :: Type) = Puts (Part Putting) (Part Putting)

type Putting = W -> Int# -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr#, Addr#, () #)

afterwards :: Part Putting -> Part Putting -> Part Putting
afterwards No b = b
afterwards a No = a
afterwards (Yes f) (Yes g) = Yes (\w b p e s -> case f w b p e s of (# s1, p1, e1, _ #) -> g w b p1 e1 s1)
{-# INLINE afterwards #-}

instance Semigroup (Puts l) where
  Puts a b <> Puts c d = Puts (afterwards a c) (afterwards b d)
  {-# INLINE (<>) #-}

instance Monoid (Puts l) where
  mempty = Puts No No
  {-# INLINE mempty #-}

-- | Writes a field.
putOf :: forall l p t. (Layout l, KnownPlace p, Packable t) => Proxy p -> t -> Puts l
putOf _ t = if fieldStatic @l @t
  then Puts (Yes (\w b p e s -> f w b p e s)) No
  else Puts No (Yes (\w b p e s -> putSized# @l @p @t f w b p e s))
  where
    f :: Putting
    f = case putIt @t @l t of Writer g -> g
{-# INLINE putOf #-}

-- | Writes the constructor of this number, with these fields.
putCon :: forall l t r. Layout l => Con -> Int -> Puts l -> Needs l (t : r) r
putCon con (I# tag) (Puts a b) = Writer (\w base p0 e0 s0 -> tagged# @l con tag w p0 e0 s0 (\p e s ->
  case afterwards a b of
    No -> (# s, p, e, () #)
    Yes f -> f w base p e s))
{-# INLINE putCon #-}

-- | Writes a tag, if there is one.
tagged# ::
  forall l (rep :: RuntimeRep) (r :: TYPE rep).
  Layout l =>
  Con ->
  Int# ->
  W ->
  Addr# ->
  Addr# ->
  State# RealWorld ->
  (Addr# -> Addr# -> State# RealWorld -> r) ->
  r
tagged# con tag w p0 e0 s0 k = case con of
  Struct | not (cells @l) -> k p0 e0 s0
  _ ->
    let !(I# n) = case con of
          Struct -> tagBytes @l 1
          Sum count -> tagBytes @l count
     in reserve# w n p0 e0 s0 (\p e s -> case storeTag# n p tag s of s1 -> k (plusAddr# p n) e s1)
{-# INLINE tagged# #-}

-- | Writes the tag of a constructor with fields of these types, then what writes the fields.
startCon ::
  forall ts l t q r a.
  (Layout l, Before ts) =>
  Con ->
  Int ->
  Proxy ts ->
  Writer l q r a ->
  Writer l (t : r) r a
startCon con (I# tag) _ (Writer f) = Writer (\w _ p0 e0 s0 -> tagged# @l con tag w p0 e0 s0 (\p e s ->
  if staticFirst @l
    then case staticBefore @ts @l of
      0 -> f w 0# p e s
      I# n -> reserve# w n p e s (\p1 e1 s1 -> case base# w s1 of
        (# s2, begin #) -> f w (minusAddr# p1 begin) (plusAddr# p1 n) e1 s2)
    else f w 0# p e s))
{-# INLINE startCon #-}

-- Small parts of what @mkPacked@ writes.

-- | 'readField' of this field.
readOf ::
  (Layout l, Before b, KnownPlace p, Packable t) => Proxy (Field b p t) -> Reader l (Field b p t : r) r t
readOf _ = readField
{-# INLINE readOf #-}

-- | 'needField' of this field.
needOf ::
  (Layout l, Before b, KnownPlace p, Packable t) =>
  Proxy (Field b p t) ->
  Needs l '[t] '[] ->
  Needs l (Field b p t : r) r
needOf _ = needField
{-# INLINE needOf #-}

-- | 'return', after the result was evaluated.
returnStrict :: Result a => a -> Reader l r r a
returnStrict !a = Reader (\_ _ p s -> out s p a)
{-# INLINE returnStrict #-}

-- | What follows a tag of a type without constructors. The checker refuses all tags of such a type, and there is no
-- value to be written, so this is never evaluated.
uninhabited :: a
uninhabited = errorWithoutStackTrace "packed-data-cursor: a value of a type without constructors"
