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

    -- * Layouts
    Layout (..),
    layoutNameOf,

    -- * Fields
    Field,
    Place (..),
    KnownPlace (..),
    place,
    Before (..),
    staticBefore,
    readField,
    skipField,
    skipField#,
    writeField,
    extentOf,
    static,
    skip#,
    skipper,

    -- * Parts of instances
    taggedExtent,
    structExtent,
    andField,
    tagBytes,
    Skips (..),
    skipSum,
    skipCon,
    skipOf,
    Checking,
    deeper#,
    Checks (..),
    checkOf,
    checkCon,
    checkNone,
    Puts (..),
    Putting,
    putCon,
    putOf,
    caseOf,
    enterCon,
    Con (..),
    startCon,
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
  extent :: Kinded l => Extent l t
  default extent :: (Kinded l, Scalar t) => Extent l t
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
  checkIt = checked "" (\_ s -> (# s, 1# #))
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
  access :: Kinded l => Access l t

-- | How a scalar is stored: its bytes, and how it is loaded and stored.
data Access (l :: Type) (t :: Type)
  = Access
      Int
      (Addr# -> State# RealWorld -> (# State# RealWorld, t #))
      (Addr# -> t -> State# RealWorld -> State# RealWorld)

type role Access nominal nominal

-- | The number of bytes.
width :: forall t l. (Kinded l, Scalar t) => Int
width = case access @t @l of Access n _ _ -> n
{-# INLINE width #-}

load# :: forall t l. (Kinded l, Scalar t) => Addr# -> State# RealWorld -> (# State# RealWorld, t #)
load# = case access @t @l of Access _ f _ -> f
{-# INLINE load# #-}

store# :: forall t l. (Kinded l, Scalar t) => Addr# -> t -> State# RealWorld -> State# RealWorld
store# = case access @t @l of Access _ _ f -> f
{-# INLINE store# #-}

scalarExtent :: forall l t. (Kinded l, Scalar t) => Extent l t
scalarExtent = Extent (width @t @l)
{-# INLINE scalarExtent #-}

scalarRead :: forall l t r. (Kinded l, Scalar t) => Reader l (t : r) r t
scalarRead = Reader (\_ _ p s -> case width @t @l of
  I# n -> case load# @t @l p s of (# s1, t #) -> out s1 (plusAddr# p n) t)
{-# INLINE scalarRead #-}

scalarSkip :: forall l t. (Kinded l, Scalar t) => Skip l t
scalarSkip = Skip (\p s -> case width @t @l of I# n -> (# s, plusAddr# p n #))
{-# INLINE scalarSkip #-}

scalarPut :: forall l t r. (Kinded l, Scalar t) => t -> Needs l (t : r) r
scalarPut !t = Writer (\w _ p0 e0 s0 -> case width @t @l of
  I# n -> reserve# w n p0 e0 s0 (\p e s -> case store# @t @l p t s of s1 -> (# s1, plusAddr# p n, e, () #)))
{-# INLINE scalarPut #-}

scalarSee :: forall l t. (Kinded l, Scalar t) => View l t -> t
scalarSee (View p c) = case load# @t @l p realWorld# of (# s, t #) -> case touch# c s of _ -> t
{-# INLINE scalarSee #-}

-- | The check of a scalar, of which these are the name and the valid values, with a condition on it.
checked ::
  forall l t.
  (Layout l, Scalar t) =>
  String ->
  (Addr# -> State# RealWorld -> (# State# RealWorld, Int# #)) ->
  Check l t
checked expected f = Check (\c path _ sized p end s -> case width @t @l of
  I# n -> needs# n c path p end s (\s1 -> case f p s1 of
    (# s2, 1# #) -> ends# @l c path sized (plusAddr# p n) s2
    (# s2, _ #) -> invalidScalar# c path p n expected s2))
{-# INLINE checked #-}

-- | Refuses a scalar of this many bytes.
invalidScalar# :: C -> Path -> Addr# -> Int# -> String -> State# RealWorld -> (# State# RealWorld, Addr# #)
invalidScalar# c path p n expected s0 = number (n -# 1#) 0 s0
  where
    number :: Int# -> Integer -> State# RealWorld -> (# State# RealWorld, Addr# #)
    number i found s
      | isTrue# (i <# 0#) = refuse# c path p (InvalidScalar expected found) s
      | True = case load8# (plusAddr# p i) s of (# s1, b #) -> number (i -# 1#) (256 * found + toInteger (I# b)) s1
{-# NOINLINE invalidScalar# #-}

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

-- | The extent of a type in a layout: the number of bytes if it is the same for all values, else @headed@ (-1) if the
-- end is found from a length at a known place, or @walked@ (-2).
newtype Extent (l :: Type) (t :: k) = Extent Int

type role Extent nominal nominal

extentOf :: forall l t. (Kinded l, Packable t) => Int
extentOf = case extent @t @l of Extent n -> n
{-# INLINE extentOf #-}

-- | The number of bytes in the static part.
static :: forall l t. (Kinded l, Packable t) => Int
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

-- | The ways to lay out values in bytes. A function with this constraint works on all of them. It is fast if the
-- compiler makes a copy for each layout: it does so within a module; across modules, mark the function @INLINABLE@.
--
-- The methods are all that depends on the layout. Where the layout is known they are inlined, so they are made of
-- functions that need 'Kinded' only: a method that needed this class would be recursive. Where it is not known, each is
-- a call, so that code for all layouts stays small.
class Kinded l => Layout (l :: Type) where
  -- | A tag, and the position after it.
  tag# :: Con -> Addr# -> State# RealWorld -> (# State# RealWorld, Int#, Addr# #)

  -- | Writes a tag, if there is one.
  putTag# :: Con -> Int# -> W -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr#, Addr# #)

  -- | The position after the static part of fields of these types.
  enter# :: Before ts => Proxy# ts -> Addr# -> Addr#

  -- | Leaves room for the static part of fields of these types: its offset, the position after it, and the end of the
  -- capacity.
  leave# ::
    Before ts =>
    Proxy# ts ->
    W ->
    Addr# ->
    Addr# ->
    State# RealWorld ->
    (# State# RealWorld, Int#, Addr#, Addr# #)

  -- | The position of the value of a field.
  fieldAt# ::
    (Before b, KnownPlace p, Packable t) =>
    Proxy (Field b p t) ->
    Addr# ->
    Addr# ->
    State# RealWorld ->
    (# State# RealWorld, Addr# #)

  -- | The position from which the fields after a field are read: the first one if it is in the static part, else the
  -- second one, which is the end of its value.
  afterField# :: Packable t => Proxy t -> Addr# -> Addr# -> Addr#

  -- | The position after a field, which is walked over if nothing tells its end.
  pastField# ::
    (KnownPlace p, Packable t) =>
    Proxy p ->
    Skip l t ->
    Addr# ->
    State# RealWorld ->
    (# State# RealWorld, Addr# #)

  -- | Whether the fields after a field are found without a walk over it.
  isFoundAtOnce :: (KnownPlace p, Packable t) => Proxy p -> Proxy t -> Bool

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
    (Before b, KnownPlace p, Packable t, Result a) => Reader l (t : r) r a -> Reader l (Field b p t : r) r a

  -- | Writes a field with a writer of its type.
  --
  -- >>> let two = startNode (needField (writeLeaf (value 1)) R.>> writeField (Leaf 2))
  -- >>> finish two == pack @Indexed (Node (Leaf 1) (Leaf 2))
  -- True
  needField ::
    (Before b, KnownPlace p, Packable t) => Writer l '[t] '[] a -> Writer l (Field b p t : r) r a

  -- | Writes a field by a function of the position and the end of the capacity, which also returns another position.
  putField# ::
    (Before b, KnownPlace p, Packable t) =>
    Proxy (Field b p t) ->
    (Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr#, Addr#, Addr#, a #)) ->
    W ->
    Int# ->
    Addr# ->
    Addr# ->
    State# RealWorld ->
    (# State# RealWorld, Addr#, Addr#, Addr#, a #)

  -- | How a field is skipped.
  skips :: (KnownPlace p, Packable t) => Proxy p -> Skip l t -> Skips l

  -- | How a field is checked, of this constructor, with this name.
  checks :: (KnownPlace p, Packable t) => Proxy p -> Check l t -> String -> String -> Checks l

  -- | How a field is written.
  puts :: (KnownPlace p, Packable t) => Proxy p -> Proxy t -> Needs l '[t] '[] -> Puts l

  -- | Checks a tag, then what it determines.
  checkSum :: Con -> (Int -> Check l t) -> Check l t

  -- | The end of a value whose last part is not a field. It is compared with where the value must end.
  ends# :: C -> Path -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)

  -- | Calls a function at each element of a sequence, with an accumulator.
  foldSequence# ::
    Packable t =>
    Proxy t ->
    (b -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr#, b #)) ->
    b ->
    Addr# ->
    State# RealWorld ->
    (# State# RealWorld, Addr#, b #)

  -- | Goes to the end of a sequence.
  skipElements :: Packable t => Skip l t -> Skip l u

  -- | Writes a sequence of this many elements, each with a function of it.
  putElements :: Packable t => Proxy t -> (x -> Needs l '[t] '[]) -> Int -> [x] -> Needs l (u : r) r

  -- | Checks the elements of a sequence; after each, a function of it and of the result before.
  checkElements ::
    Packable t =>
    Check l t ->
    (C -> Path -> b -> Addr# -> State# RealWorld -> (# State# RealWorld, b #)) ->
    b ->
    Check l u

  -- | The number of elements of a sequence.
  count# :: Packable t => Skip l t -> Addr# -> State# RealWorld -> (# State# RealWorld, Int# #)

  -- | The position of the element with this number, or 'nullAddr#'.
  find# :: Packable t => Skip l t -> Int# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)

  -- | What a function shows of each element of the sequence at a view.
  seeElements :: Packable t => Skip l t -> (View l t -> x) -> View l u -> [x]

-- | The name of a layout, for messages.
--
-- >>> layoutNameOf (Proxy :: Proxy Indexed)
-- "Indexed"
layoutNameOf :: forall l. Layout l => Proxy l -> String
layoutNameOf _ = case kind @l of
  KCompact -> "Compact"
  KIndexed -> "Indexed"
  KPlain -> "PackedData"
  KFieldSizes -> "PackedDataFieldSizes"
  KSkipLast -> "PackedDataSkipLast"

-- | Goes to the end of a value as 'skip#' does.
skipper :: forall l t. (Layout l, Packable t) => Skip l t
skipper = Skip (\p s -> skip# @l @t p s)
{-# INLINE skipper #-}

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
  beforeIt :: Kinded l => Extent l ts

instance Before '[] where
  beforeIt = Extent 0
  {-# INLINE beforeIt #-}

instance (Packable t, Before ts) => Before (t : ts) where
  beforeIt = andStatic beforeIt
  {-# INLINE beforeIt #-}

andStatic :: forall l t ts. (Kinded l, Packable t) => Extent l ts -> Extent l (t : ts)
andStatic (Extent n) = Extent (static @l @t + n)
{-# INLINE andStatic #-}

-- | The bytes of the static fields among these.
staticBefore :: forall ts l. (Kinded l, Before ts) => Int
staticBefore = case beforeIt @ts @l of Extent n -> n
{-# INLINE staticBefore #-}

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
skipField# p s = pastField# (Proxy :: Proxy p) (skipper @l @t) p s
{-# INLINE skipField# #-}

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
taggedExtent :: forall l t. Kinded l => Bool -> Int -> Extent l t
taggedExtent fieldless n
  | fieldless = Extent (tagBytes @l n)
  | otherwise = Extent (-2)
{-# INLINE taggedExtent #-}

-- | The bytes of a tag among this many constructors.
tagBytes :: forall l. Kinded l => Int -> Int
tagBytes (I# n) = if countedTags @l then I# (tagWidth# n) else 1
{-# INLINE tagBytes #-}

-- | The extent of a struct with fields of this extent.
structExtent :: forall l t. Kinded l => Extent l () -> Extent l t
structExtent (Extent n)
  | cells @l = Extent (if n >= 0 then n + 1 else -2)
  | otherwise = Extent n
{-# INLINE structExtent #-}

-- | The extent of a field and others together.
andField :: forall l f. (Kinded l, Packable f) => Proxy f -> Extent l () -> Extent l ()
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

-- | How a field is skipped.
skipOf :: forall l p t. (Layout l, KnownPlace p, Packable t) => Proxy p -> Proxy t -> Skips l
skipOf p _ = skips p (skipper @l @t)
{-# INLINE skipOf #-}

-- | Skips the fields of a constructor.
skipCon :: forall l t. Skips l -> Skip l t
skipCon (Skips n f) = Skip (\p s -> f (plusAddr# p n) s)
{-# INLINE skipCon #-}

-- | Skips a tag, and what it determines.
skipSum :: forall l t. Layout l => Con -> (Int -> Skip l t) -> Skip l t
skipSum con f = Skip (\p s -> case tag# @l con p s of
  (# s1, tag, p1 #) -> case f (I# tag) of Skip g -> g p1 s1)
{-# INLINE skipSum #-}

-- | What is known of a type: that it is a struct, or how many constructors it has.
data Con = Struct | Sum Int

-- Reading.

-- | Reads a tag, then what it determines.
caseOf :: forall l t r a. Layout l => Con -> (Int -> Reader l (t : r) r a) -> Reader l (t : r) r a
caseOf con f = Reader (\e b p s -> case tag# @l con p s of
  (# s1, tag, p1 #) -> case f (I# tag) of Reader g -> g e b p1 s1)
{-# INLINE caseOf #-}

-- | Reads the fields of a constructor of these types, after its tag.
enterCon :: forall ts l t q r a. (Layout l, Before ts) => Proxy ts -> Reader l q r a -> Reader l (t : r) r a
enterCon _ (Reader f) = Reader (\e _ p s -> f e p (enter# @l (proxy# :: Proxy# ts) p) s)
{-# INLINE enterCon #-}

-- Checking.

type Checking = C -> Path -> Int# -> Addr# -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr# #)

-- | How the fields of a constructor are checked: those of the static part, then the others.
data Checks (l :: Type) = Checks Checking Checking

joined :: Checking -> Checking -> Checking
joined f g c path levels exact p end s = case f c path levels exact p end s of
  (# s1, p1 #) -> g c path levels exact p1 end s1
{-# INLINE joined #-}

instance Semigroup (Checks l) where
  Checks a b <> Checks c d = Checks (joined a c) (joined b d)
  {-# INLINE (<>) #-}

instance Monoid (Checks l) where
  mempty = Checks (\_ _ _ _ p _ s -> (# s, p #)) (\_ _ _ _ p _ s -> (# s, p #))
  {-# INLINE mempty #-}

-- | Continues with the levels that are left within a value at this position: one less, unless all values of its type
-- have the same size.
deeper# ::
  forall l t.
  (Kinded l, Packable t) =>
  C ->
  Path ->
  Int# ->
  Addr# ->
  State# RealWorld ->
  (Int# -> State# RealWorld -> (# State# RealWorld, Addr# #)) ->
  (# State# RealWorld, Addr# #)
deeper# c path levels p s k
  | extentOf @l @t >= 0 = k levels s
  | isTrue# (levels ># 0#) = k (levels -# 1#) s
  | True = tooDeep# c path p s
{-# INLINE deeper# #-}

-- | Checks a field, of this constructor, with this name.
checkOf ::
  forall l p t. (Layout l, KnownPlace p, Packable t) => Proxy p -> Proxy t -> String -> String -> Checks l
checkOf p _ = checks p (checkIt @t @l)
{-# INLINE checkOf #-}

-- | Checks the fields of a constructor, which has some.
checkCon :: forall l t. Checks l -> Check l t
checkCon (Checks a b) = Check (joined a b)
{-# INLINE checkCon #-}

-- | Checks a constructor without fields, after its tag.
checkNone :: forall l t. Layout l => Check l t
checkNone = Check (\c path _ exact p _ s -> ends# @l c path exact p s)
{-# INLINE checkNone #-}

-- Writing.

-- | How the fields of a constructor are written: the static part, then the others.
data Puts (l :: Type) = Puts Putting Putting

type Putting = W -> Int# -> Addr# -> Addr# -> State# RealWorld -> (# State# RealWorld, Addr#, Addr#, () #)

afterwards :: Putting -> Putting -> Putting
afterwards f g w b p e s = case f w b p e s of (# s1, p1, e1, _ #) -> g w b p1 e1 s1
{-# INLINE afterwards #-}

instance Semigroup (Puts l) where
  Puts a b <> Puts c d = Puts (afterwards a c) (afterwards b d)
  {-# INLINE (<>) #-}

instance Monoid (Puts l) where
  mempty = Puts (\_ _ p e s -> (# s, p, e, () #)) (\_ _ p e s -> (# s, p, e, () #))
  {-# INLINE mempty #-}

-- | Writes a field.
putOf :: forall l p t. (Layout l, KnownPlace p, Packable t) => Proxy p -> t -> Puts l
putOf p t = puts p (Proxy :: Proxy t) (putIt t)
{-# INLINE putOf #-}

-- | Writes the constructor of this number, with these fields.
putCon :: forall l t r. Layout l => Con -> Int -> Puts l -> Needs l (t : r) r
putCon con (I# tag) (Puts a b) = Writer (\w base p e s -> case putTag# @l con tag w p e s of
  (# s1, p1, e1 #) -> afterwards a b w base p1 e1 s1)
{-# INLINE putCon #-}

-- | Writes the tag of a constructor with fields of these types, then what writes the fields.
startCon ::
  forall ts l t q r a.
  (Layout l, Before ts) =>
  Con ->
  Int ->
  Proxy ts ->
  Writer l q r a ->
  Writer l (t : r) r a
startCon con (I# tag) _ (Writer f) = Writer (\w _ p e s -> case putTag# @l con tag w p e s of
  (# s1, p1, e1 #) -> case leave# @l (proxy# :: Proxy# ts) w p1 e1 s1 of
    (# s2, base, p2, e2 #) -> f w base p2 e2 s2)
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
