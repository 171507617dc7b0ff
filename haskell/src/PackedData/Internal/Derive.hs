{-# LANGUAGE TemplateHaskellQuotes #-}

-- | What @mkPacked@ writes.
module PackedData.Internal.Derive (Option (..), deriveAll, deriveResult, inlined) where

import Control.Monad (filterM, unless, when)
import Data.Char (isAlpha, isAlphaNum, ord)
import Data.List (intercalate, nub)
import Data.Proxy (Proxy (..))
import GHC.Exts (noinline)
import Language.Haskell.TH
import PackedData.Internal.Build (copy, finish)
import PackedData.Internal.Class
import PackedData.Internal.Everywhere (CountedTags, Lengths)
import PackedData.Internal.Reader (Reader)
import qualified PackedData.Internal.Reader as Reader
import PackedData.Internal.Result (Boxed (..), Result (..), openBoxed, outBoxed)
import PackedData.Internal.Transform (Transform, enterBoth, transformOf)
import PackedData.Internal.View (enterView, seeField, viewCase, withNext)
import PackedData.Internal.Writer (Needs)
import qualified PackedData.Internal.Writer as Writer

-- | How a type is packed, where that is not the rule.
data Option
  = -- | A type with one constructor has a tag in each layout, as an enum of Rust with one constructor. By default it is
    -- a struct.
    Tagged
  | -- | The only field of a constructor never has a size before it, as in 'Maybe' and 'Either'.
    Unsized
  | -- | The type may get more fields or constructors. No layout of this library can represent that yet; @mkPacked@
    -- fails and says so.
    Extensible
  | -- | An instance of 'Result' exists.
    Returned
  | -- | Only layouts with tuples have it.
    Tuple
  deriving (Eq, Show)

-- | A constructor: its name, and the names, places and types of its fields.
data Constructor = Constructor {conName :: Name, conFields :: [(String, Type')]}

type Type' = Language.Haskell.TH.Type

data Declared = Declared
  { typeName :: Name,
    typeVariables :: [(Name, Kind)],
    constructors :: [Constructor],
    tagged :: Bool,
    unsizedFields :: Bool,
    returned :: Bool,
    tuple :: Bool
  }

-- | All declarations for these types, which may refer to each other.
deriveAll :: [Option] -> [Name] -> Q [Dec]
deriveAll options names = do
  when (Extensible `elem` options) $
    fail "mkPacked: extensible types need a layout that counts fields; this library has none yet"
  all' <- mapM (declared options) names
  demandExtensions all'
  mapM_ (demandFields names) all'
  concat <$> mapM derive all'

-- | Fails unless the module has all extensions that the declarations for these types need.
demandExtensions :: [Declared] -> Q ()
demandExtensions all' = do
  missing <- filterM (fmap not . isExtEnabled) needed
  unless (null missing) $
    fail ("mkPacked: add {-# LANGUAGE " ++ intercalate ", " (map show missing) ++ " #-} at the top of the module")
  where
    needed =
      [DataKinds, FlexibleContexts, FlexibleInstances, MultiParamTypeClasses, TypeFamilies, UndecidableInstances]
        ++ [ScopedTypeVariables | any (not . null . typeVariables) all']

-- | Fails if a field is of a type that cannot be packed. (GHC would complain of the declarations made for it.)
demandFields :: [Name] -> Declared -> Q ()
demandFields group d = mapM_ field' [(c, f, t) | c <- constructors d, (f, t) <- conFields c]
  where
    field' (c, f, t) = do
      culprit <- unpackable group t
      case culprit of
        Nothing -> pure ()
        Just which ->
          fail . unlines $
            [ "mkPacked: " ++ nameBase (typeName d) ++ " cannot be packed: field " ++ f ++ " of "
                ++ nameBase (conName c)
                ++ " has the type "
                ++ pprint (local t)
                ++ ",",
              "and there is no instance of Packable for " ++ pprint (local which) ++ ".",
              "Give that type to mkPacked first; if the two contain each other, give both to mkPackedGroup."
            ]

-- | Names without their modules.
local :: Type' -> Type'
local t = case t of
  ConT n -> ConT (mkName (nameBase n))
  AppT f x -> AppT (local f) (local x)
  _ -> t

-- | The type, in this type or itself, that has no instance of 'Packable'. Types with variables are left to GHC.
unpackable :: [Name] -> Type' -> Q (Maybe Type')
unpackable group t
  | not (null (variablesOf t)) || headIn group t = pure Nothing
  | AppT (AppT ArrowT _) _ <- t = pure Nothing -- (They have an instance, which says that there is none.)
  | otherwise = do
    found <- recover (pure []) (reifyInstances ''Packable [t])
    case [(context', subject) | InstanceD _ context' (AppT _ subject) _ <- found, not (isVariable subject)] of
      [] -> pure (Just t)
      (context', subject) : _ -> case matched subject t of
        Nothing -> pure Nothing
        Just bound -> firstJust [unpackable group (substitute bound x) | AppT (ConT c) x <- context', c == ''Packable]
  where
    isVariable x = case x of
      VarT _ -> True
      SigT x' _ -> isVariable x'
      _ -> False
    firstJust actions = case actions of
      [] -> pure Nothing
      action : rest -> action >>= maybe (firstJust rest) (pure . Just)

-- | Whether the type is one of these, applied to anything.
headIn :: [Name] -> Type' -> Bool
headIn names t = case t of
  AppT f _ -> headIn names f
  ConT n -> n `elem` names
  _ -> False

-- | What the variables of the first type are in the second.
matched :: Type' -> Type' -> Maybe [(Name, Type')]
matched general t = case (general, t) of
  (SigT x _, _) -> matched x t
  (_, SigT x _) -> matched general x
  (VarT n, _) -> Just [(n, t)]
  (AppT f x, AppT g y) -> (++) <$> matched f g <*> matched x y
  _ | general == t -> Just []
  _ -> Nothing

substitute :: [(Name, Type')] -> Type' -> Type'
substitute bound t = case t of
  VarT n -> maybe t id (lookup n bound)
  AppT f x -> AppT (substitute bound f) (substitute bound x)
  SigT x k -> SigT (substitute bound x) k
  ParensT x -> ParensT (substitute bound x)
  InfixT a n b -> InfixT (substitute bound a) n (substitute bound b)
  UInfixT a n b -> UInfixT (substitute bound a) n (substitute bound b)
  _ -> t

-- | An instance of 'Result', for a type that is not packed.
deriveResult :: Name -> Q [Dec]
deriveResult name = do
  info <- reify name
  case info of
    TyConI (DataD _ _ variables _ _ _) -> only variables
    TyConI (NewtypeD _ _ variables _ _ _) -> only variables
    _ -> fail ("mkResult: " ++ show name ++ " is not a data type")
  where
    only variables = pure <$> resultInstance name (applied name (map (VarT . fst . variable) variables))

variable :: TyVarBndr flag -> (Name, Kind)
variable (PlainTV n _) = (n, StarT)
variable (KindedTV n _ k) = (n, k)

-- | A variable with its kind, unless that is left open: of one of these two forms.
binder :: (Name -> b) -> (Name -> Kind -> b) -> (Name, Kind) -> b
binder plain kinded (n, k) = if null (variablesOf k) then kinded n k else plain n

declared :: [Option] -> Name -> Q Declared
declared options name = do
  info <- reify name
  (binders', cons) <- case info of
    TyConI (DataD given _ vs _ cons _) -> checkContext given >> pure (vs, cons)
    TyConI (NewtypeD given _ vs _ con _) -> checkContext given >> pure (vs, [con])
    TyConI (TySynD _ _ _) -> fail (called ++ " is a synonym; name the data type itself")
    DataConI {} -> fail (called ++ " is a constructor; name its type, with two quotes")
    _ -> fail (called ++ " is not declared with data or newtype")
  let variables = map variable binders'
  found <- concat <$> mapM (constructor (map fst variables)) cons
  case found of
    [Constructor _ fields] | Tagged `notElem` options -> mapM_ (finite [name] . snd) fields
    _ -> pure ()
  let chosen = (`elem` options)
  pure (Declared name variables found (chosen Tagged) (chosen Unsized) (chosen Returned) (chosen Tuple))
  where
    called = "mkPacked: " ++ nameBase name
    checkContext given = unless (null given) (fail (called ++ " has a datatype context"))
    constructor variables con = case con of
      NormalC n fields -> boxed n (zip (map show [0 :: Int ..]) (map snd fields))
      RecC n fields -> boxed n [(selector f, t) | (f, _, t) <- fields]
      InfixC (_, a) n (_, b) -> boxed n [("0", a), ("1", b)]
      GadtC ns fields t
        | Just bound <- plain variables t ->
          concat <$> mapM (\n -> boxed n (zip (map show [0 :: Int ..]) (map (substitute bound . snd) fields))) ns
      RecGadtC ns fields t
        | Just bound <- plain variables t ->
          concat <$> mapM (\n -> boxed n [(selector f, substitute bound t') | (f, _, t') <- fields]) ns
      ForallC _ [] inner@GadtC {} | isPlain variables inner -> constructor variables inner
      ForallC _ [] inner@RecGadtC {} | isPlain variables inner -> constructor variables inner
      _ ->
        refuse (unwords (map nameBase (names con))) $
          "refines the type, or has type variables or constraints of its own; such types cannot be packed"
    -- (With DuplicateRecordFields, the name of the field @x@ of @T@ is @$sel:x:T@.)
    selector f = case nameBase f of
      '$' : 's' : 'e' : 'l' : ':' : rest -> takeWhile (/= ':') rest
      plainName -> plainName
    isPlain variables con = case con of
      GadtC _ _ t -> plain variables t /= Nothing
      RecGadtC _ _ t -> plain variables t /= Nothing
      _ -> False
    -- The variables of a constructor in the syntax of GADTs, if its type is the declared one with other variables.
    plain variables t = case arguments t of
      (ConT n, vs)
        | n == name, length vs == length variables, nub vs == vs ->
          zip <$> mapM named vs <*> pure (map VarT variables)
      _ -> Nothing
    named t = case t of
      VarT v -> Just v
      SigT t' _ -> named t'
      _ -> Nothing
    arguments t = case t of
      AppT f x -> let (h, xs) = arguments f in (h, xs ++ [x])
      _ -> (t, [])
    names con = case con of
      NormalC n _ -> [n]
      RecC n _ -> [n]
      InfixC _ n _ -> [n]
      GadtC ns _ _ -> ns
      RecGadtC ns _ _ -> ns
      ForallC _ _ inner -> names inner
    boxed n fields = case [nameBase c | (_, ConT c) <- fields, last (nameBase c) == '#'] of
      [] -> pure [Constructor n fields]
      c : _ -> refuse (nameBase n) ("has a field of the unboxed type " ++ c)
    refuse n why = fail (called ++ ": the constructor " ++ n ++ " " ++ why)

-- | Fails if a struct contains itself, with nothing but structs between: it would have no finite value.
finite :: [Name] -> Type' -> Q ()
finite around t = case t of
  ConT name
    | name `elem` around ->
      fail $
        "mkPacked: " ++ nameBase name ++ " contains itself, and has no constructor without it; it has no finite value"
    | otherwise -> do
      info <- recover (pure Nothing) (Just <$> reify name)
      case info of
        Just (TyConI (DataD _ _ [] _ [con] _)) -> inside con name
        Just (TyConI (NewtypeD _ _ [] _ con _)) -> inside con name
        _ -> pure ()
  _ -> pure ()
  where
    inside con name = mapM_ (finite (name : around)) (fieldsOf con)
    fieldsOf con = case con of
      NormalC _ fields -> map snd fields
      RecC _ fields -> [f | (_, _, f) <- fields]
      InfixC (_, a) _ (_, b) -> [a, b]
      _ -> []

derive :: Declared -> Q [Dec]
derive d =
  concat
    <$> sequence
      [ if returned d then pure [] else pure <$> resultInstance (typeName d) (self d),
        pure <$> packableInstance d,
        pure <$> storesInstance d,
        pure <$> seenInstance d,
        caseFunction d,
        viewFunction d,
        concat <$> mapM (uncurry (startFunction d)) (zip [0 ..] (constructors d)),
        concat <$> mapM (uncurry (writeFunction d)) (zip [0 ..] (constructors d)),
        concat <$> mapM (repackFunction d) (constructors d),
        transformFunction d
      ]

-- | A function applied to arguments; a type constructor applied to types.
call :: Name -> [Exp] -> Exp
call = foldl AppE . VarE

applied :: Name -> [Type'] -> Type'
applied = foldl AppT . ConT

-- | The parts, joined as a monoid.
concatenated :: [Exp] -> Exp
concatenated parts = call 'mconcat [ListE parts]

-- | The type, applied to its variables.
self :: Declared -> Type'
self d = foldl AppT (ConT (typeName d)) (map (VarT . fst) (typeVariables d))

resultInstance :: Name -> Type' -> Q Dec
resultInstance name t = do
  let constructor = outName name
      content = (Bang NoSourceUnpackedness NoSourceStrictness, AppT (ConT ''Boxed) t)
      family = NewtypeInstD [] Nothing (AppT (ConT ''Out) t) Nothing (NormalC constructor [content]) []
  -- (GHCi does not interpret code with unboxed tuples in it, as there is in the defaults of the methods.)
  pure (InstanceD Nothing [] (AppT (ConT ''Result) t) (family : inlined [('out, 'outBoxed), ('open, 'openBoxed)]))

-- | The constructor of the data instance @Out t@, of a type with this name. It is of the module's namespace, where GHC
-- does not keep two names of 'newName' apart that are spelled alike; so it has the module and the name of the type.
outName :: Name -> Name
outName name = mkName (concat ["Out_", concatMap qualifier (maybe "" id (nameModule name)), "_", word])
  where
    qualifier c = if c == '.' then "_" else [c]
    word = case nameBase name of
      base@(c : _) | isAlpha c || c == '_' -> base
      base -> "operator_" ++ spelled base

-- | Methods that are these functions, inlined.
inlined :: [(Name, Name)] -> [Dec]
inlined methods =
  concat [[ValD (VarP method) (NormalB (VarE function)) [], inline method] | (method, function) <- methods]

inline, inlinable :: Name -> Dec
inline name = PragmaD (InlineP name Inline FunLike AllPhases)
inlinable name = PragmaD (InlineP name Inlinable FunLike AllPhases)

-- | What must be packable for the type to be so.
context :: Declared -> [Type']
context d = map (AppT (ConT ''Packable)) (nub (concatMap (needed . snd) (concatMap conFields (constructors d))))
  where
    kinds = typeVariables d
    needed t = case t of
      VarT _ -> [t]
      _ | null (variablesOf t) -> []
      _
        | headIsVariable t || any (\n -> lookup n kinds /= Just StarT) (variablesOf t) -> [t | not (mentions t)]
        | otherwise -> map VarT (variablesOf t)
    -- A field of the type itself needs nothing more.
    mentions t = t == self d

headIsVariable :: Type' -> Bool
headIsVariable t = case t of
  AppT f _ -> headIsVariable f
  VarT _ -> True
  SigT f _ -> headIsVariable f
  _ -> False

variablesOf :: Type' -> [Name]
variablesOf t = nub $ case t of
  VarT n -> [n]
  AppT f x -> variablesOf f ++ variablesOf x
  SigT x _ -> variablesOf x
  ParensT x -> variablesOf x
  InfixT a _ b -> variablesOf a ++ variablesOf b
  UInfixT a _ b -> variablesOf a ++ variablesOf b
  _ -> []

isSum :: Declared -> Bool
isSum d = tagged d || length (constructors d) /= 1

con' :: Declared -> Exp
con' d
  | isSum d = AppE (ConE 'Sum) (LitE (IntegerL (fromIntegral (length (constructors d)))))
  | otherwise = ConE 'Struct

proxy :: Type' -> Exp
proxy t = SigE (ConE 'Proxy) (AppT (ConT ''Proxy) t)

list :: [Type'] -> Type' -> Type'
list ts end = foldr (\t -> AppT (AppT PromotedConsT t)) end ts

types :: Constructor -> Type'
types c = list (map snd (conFields c)) PromotedNilT

-- | The place of each field.
places :: Declared -> Constructor -> [Type']
places d c
  | unsizedFields d = map (const (PromotedT 'Bare)) (conFields c)
  | otherwise = map PromotedT (drop 1 ('Inner <$ conFields c) ++ ['Last | not (null (conFields c))])

-- | The fields, as the types that readers see.
fieldTypes :: Declared -> Constructor -> [Type']
fieldTypes d c =
  [ applied ''Field [list (take i ts) PromotedNilT, p, t]
    | (i, p, t) <- zip3 [0 ..] (places d c) ts
  ]
  where
    ts = map snd (conFields c)

-- | A function of the number of a constructor. The last alternative is for all other numbers, which do not occur.
byTag :: Declared -> (Constructor -> Q Exp) -> Q Exp
byTag d f = do
  tag <- newName "_tag"
  bodies <- mapM f (constructors d)
  let alternatives = zipWith alternative [0 :: Integer ..] bodies
      alternative i body
        | fromIntegral i == length bodies - 1 = Match WildP (NormalB body) []
        | otherwise = Match (LitP (IntegerL i)) (NormalB body) []
  pure $ case alternatives of
    [] -> LamE [WildP] (VarE 'uninhabited)
    [Match _ (NormalB body) _] -> LamE [WildP] body
    _ -> LamE [VarP tag] (CaseE (VarE tag) alternatives)

packableInstance :: Declared -> Q Dec
packableInstance d = do
  readBody <- byTag d readCon
  skipBody <- byTag d (\c -> pure (call 'skipCon [concatenated (zipWith skipField' (places d c) (conFields c))]))
  checkBody <- byTag d checkCon'
  putBody <- putClauses
  pure $
    InstanceD
      Nothing
      (context d)
      (AppT (ConT ''Packable) (self d))
      [ ValD (VarP 'extent) (NormalB extent') [],
        inline 'extent,
        ValD (VarP 'readIt) (NormalB (call 'caseOf [con' d, readBody])) [],
        inlinable 'readIt,
        ValD (VarP 'skipIt) (NormalB (call 'skipSum [con' d, skipBody])) [],
        inlinable 'skipIt,
        FunD 'putIt putBody,
        inlinable 'putIt,
        ValD (VarP 'checkIt) (NormalB (call 'checkSum [con' d, checkBody])) [],
        inlinable 'checkIt,
        ValD (VarP 'seeIt) (NormalB (LetE uses (VarE 'id))) [],
        inline 'seeIt
      ]
  where
    -- (GHC would warn of functions that the module neither uses nor exports. Here they are used, but never run.)
    uses = zipWith use [0 :: Int ..] (functions d)
    use i name = FunD (mkName ("_use" ++ show i)) [Clause [WildP] (NormalB (VarE name)) []]
    extent' = case constructors d of
      [c]
        | not (isSum d) ->
          let none = AppE (ConE 'Extent) (LitE (IntegerL 0))
           in call 'structExtent [foldr (\(_, t) rest -> call 'andField [proxy t, rest]) none (conFields c)]
      cs ->
        foldl
          AppE
          (VarE 'taggedExtent)
          [ConE (if all (null . conFields) cs then 'True else 'False), LitE (IntegerL (fromIntegral (length cs)))]
    readCon c = do
      xs <- mapM (const (newName "x")) (conFields c)
      let final = AppE (VarE 'returnStrict) (foldl AppE (ConE (conName c)) (map VarE xs))
          next (x, f) rest = call '(Reader.>>=) [call 'readOf [proxy f], LamE [VarP x] rest]
          body = foldr next final (zip xs (fieldTypes d c))
      pure (call 'enterCon [proxy (types c), body])
    skipField' p (_, t) = call 'skipOf [proxy p, proxy t]
    checkCon' c
      | null (conFields c) = pure (VarE 'checkNone)
      | otherwise = pure (call 'checkCon [concatenated (zipWith (checkField c) (places d c) (conFields c))])
    checkField c p (label, t) = call 'checkOf [proxy p, proxy t, LitE (StringL (pathName c)), LitE (StringL label)]
    pathName c
      | isSum d = nameBase (typeName d) ++ "::" ++ nameBase (conName c)
      | tuple d = nameBase (conName c) -- (The type is named Tuple2 and so on since GHC 9.8.)
      | otherwise = nameBase (typeName d)
    putClauses
      | null (constructors d) = do
        x <- newName "x"
        pure [Clause [VarP x] (NormalB (call 'seq [VarE x, VarE 'uninhabited])) []]
      | otherwise = mapM putClause (zip [0 :: Integer ..] (constructors d))
    putClause (i, c) = do
      xs <- mapM (const (newName "x")) (conFields c)
      fields <- conP (conName c) (map varP xs)
      let parts = [call 'putOf [proxy p, VarE x] | (p, x) <- zip (places d c) xs]
          body = call 'putCon [con' d, LitE (IntegerL i), concatenated parts]
      pure (Clause [fields] (NormalB body) [])

storesInstance :: Declared -> Q Dec
storesInstance d = do
  l <- newName "l"
  let fields = nub (map (withoutSelf . snd) (concatMap conFields (constructors d)))
      needs = [applied ''Stores [VarT l, t] | t <- fields, t /= TupleT 0]
      many =
        [applied ''Lengths [VarT l] | tuple d]
          ++ [applied ''CountedTags [VarT l] | length (constructors d) > 256]
  pure (InstanceD Nothing (many ++ needs) (applied ''Stores [VarT l, self d]) [])

  where
    -- The type within itself needs nothing more, whatever its parameters are there.
    withoutSelf t
      | headOf t == ConT (typeName d) = TupleT 0
      | otherwise = case t of
        AppT f x -> AppT (withoutSelf f) (withoutSelf x)
        ParensT x -> withoutSelf x
        _ -> t
    headOf t = case t of
      AppT f _ -> headOf f
      _ -> t

seenInstance :: Declared -> Q Dec
seenInstance d = do
  l <- newName "l"
  pure (TySynInstD (TySynEqn Nothing (applied ''Seen [VarT l, self d]) (applied ''View [VarT l, self d])))

-- | A name with a word before it, or after it.
prefixed, suffixed :: String -> Name -> Name
prefixed word name = mkName (word ++ spelled (nameBase name))
suffixed word name = mkName (spelled (nameBase name) ++ word)

typeWord :: Declared -> String
typeWord d = spelled (nameBase (typeName d))

-- | A name in letters: @:+:@ is @ColonPlusColon@, a pair is @Tuple2@.
spelled :: String -> String
spelled name = case name of
  '(' : rest -> "Tuple" ++ show (length (filter (== ',') rest) + 1)
  _ -> concatMap letter name
  where
    letter c
      | isAlphaNum c || c `elem` "_'" = [c]
      | otherwise = maybe ("U" ++ show (ord c)) id (lookup c symbols)
    symbols =
      zip
        "!#$%&*+./<=>?@\\^|-~:"
        ( words $
            "Bang Hash Dollar Percent And Star Plus Dot Slash Less Equals Greater Question At Backslash Caret Bar "
              ++ "Minus Tilde Colon"
        )

binders :: [(Name, Kind)] -> [TyVarBndr Specificity]
binders = map (binder (`PlainTV` SpecifiedSpec) (`KindedTV` SpecifiedSpec))

star :: Name -> (Name, Kind)
star n = (n, StarT)

types' :: Name -> (Name, Kind)
types' n = (n, AppT ListT StarT)

arrow :: Type' -> Type' -> Type'
arrow a = AppT (AppT ArrowT a)

-- | The names of the functions that are made for a type.
functions :: Declared -> [Name]
functions d =
  [caseName d, viewName d, transformName d]
    ++ concat [[startName c, writeName c, repackName c] | c <- constructors d]

caseName, viewName, transformName :: Declared -> Name
caseName d = mkName ("case" ++ typeWord d)
viewName d = mkName ("view" ++ typeWord d)
transformName d = mkName ("transform" ++ typeWord d)

startName, writeName, repackName :: Constructor -> Name
startName = prefixed "start" . conName
writeName = prefixed "write" . conName
repackName = prefixed "repack" . conName

caseFunction :: Declared -> Q [Dec]
caseFunction d = do
  [l, r, a] <- mapM newName ["l", "r", "a"]
  branches <- mapM (const (newName "branch")) (constructors d)
  let name = caseName d
      reader ts = applied ''Reader [VarT l, list ts (VarT r), VarT r, VarT a]
      argument c = reader (fieldTypes d c)
      signature =
        ForallT
          (binders (typeVariables d ++ [star l, types' r, star a]))
          (AppT (ConT ''Layout) (VarT l) : context d)
          (foldr (arrow . argument) (reader [self d]) (constructors d))
  body <- byTag d (\c -> pure (call 'enterCon [proxy (types c), VarE (branchOf c branches)]))
  pure
    [ SigD name signature,
      FunD name [Clause (map VarP branches) (NormalB (call 'caseOf [con' d, body])) []],
      inline name
    ]
  where
    branchOf c branches = snd (headOr c (filter ((== conName c) . conName . fst) (zip (constructors d) branches)))
    headOr c found = case found of
      (x : _) -> x
      [] -> (c, conName c)

viewFunction :: Declared -> Q [Dec]
viewFunction d = do
  l <- newName "l"
  v <- newName "v"
  fields0 <- newName "_fields"
  let typeName' = mkName (typeWord d ++ "View")
      name = viewName d
      constructorName c = suffixed "View" (conName c)
      plain t = (Bang NoSourceUnpackedness NoSourceStrictness, t)
      seen t = applied ''Seen [VarT l, t]
      variables = map (binder plainTV kindedTV) (star l : typeVariables d)
      shown = foldl AppT (ConT typeName') (map VarT (l : map fst (typeVariables d)))
      declaration =
        DataD [] typeName' variables Nothing (map shownConstructor (constructors d)) []
      shownConstructor c = NormalC (constructorName c) [plain (seen t) | (_, t) <- conFields c]
      signature =
        ForallT
          (binders (star l : typeVariables d))
          (AppT (ConT ''Layout) (VarT l) : context d)
          (arrow (applied ''View [VarT l, self d]) shown)
      numbered = zip [0 ..] (constructors d)
  alternatives <- mapM (\(i, c) -> (,) i <$> seeCon fields0 (constructorName c) c) numbered
  tag <- newName "_tag"
  let alternative (i, e)
        | i == length alternatives - 1 = Match WildP (NormalB e) []
        | otherwise = Match (LitP (IntegerL (fromIntegral i))) (NormalB e) []
      body = case alternatives of
        [] -> VarE 'uninhabited
        [(_, only)] -> only
        _ -> CaseE (VarE tag) (map alternative alternatives)
  pure
    [ declaration,
      SigD name signature,
      FunD name [Clause [VarP v] (NormalB (call 'viewCase [con' d, VarE v, LamE [VarP tag, VarP fields0] body])) []],
      inline name
    ]
  where
    seeCon fields0 constructor c = do
      let fs = fieldTypes d c
      names <- mapM (const (newName "_fields")) fs
      let result = foldl AppE (ConE constructor) [call 'seeField [proxy f, VarE n] | (f, n) <- zip fs names]
          next (f, n, n') rest = call 'withNext [proxy f, VarE n, LamE [VarP n'] rest]
      pure $ case names of
        [] -> result
        first : others ->
          LetE
            [ValD (BangP (VarP first)) (NormalB (call 'enterView [proxy (types c), VarE fields0])) []]
            (foldr next result (zip3 fs names others))

startFunction :: Declared -> Int -> Constructor -> Q [Dec]
startFunction d i c = do
  [l, r, a, f] <- mapM newName ["l", "r", "a", "f"]
  let name = startName c
      writer ts = applied ''Writer.Writer [VarT l, list ts (VarT r), VarT r, VarT a]
      signature =
        ForallT
          (binders (typeVariables d ++ [star l, types' r, star a]))
          (AppT (ConT ''Layout) (VarT l) : context d)
          (arrow (writer (fieldTypes d c)) (writer [self d]))
  pure
    [ SigD name signature,
      FunD name [Clause [VarP f] (NormalB (start d i c (VarE f))) []],
      inline name
    ]

start :: Declared -> Int -> Constructor -> Exp -> Exp
start d i c body = call 'startCon [con' d, LitE (IntegerL (fromIntegral i)), proxy (types c), body]

writeFunction :: Declared -> Int -> Constructor -> Q [Dec]
writeFunction d i c = do
  [l, r] <- mapM newName ["l", "r"]
  fs <- mapM (const (newName "f")) (conFields c)
  let name = writeName c
      needs ts end = applied ''Needs [VarT l, list ts end, end]
      signature =
        ForallT
          (binders (typeVariables d ++ [star l, types' r]))
          (AppT (ConT ''Layout) (VarT l) : context d)
          (foldr (\(_, t) -> arrow (needs [t] PromotedNilT)) (needs [self d] (VarT r)) (conFields c))
      steps = [call 'needOf [proxy t, VarE f] | (f, t) <- zip fs (fieldTypes d c)]
      body = case steps of
        [] -> AppE (VarE 'Reader.return) (TupE [])
        _ -> foldr1 (\x y -> call '(Reader.>>) [x, y]) steps
  pure
    [ SigD name signature,
      FunD name [Clause (map VarP fs) (NormalB (start d i c body)) []],
      inline name
    ]

repackFunction :: Declared -> Constructor -> Q [Dec]
repackFunction d c = do
  l <- newName "l"
  fs <- mapM (const (newName "f")) (conFields c)
  let packed t = applied ''Reader.Packed [VarT l, list [t] PromotedNilT]
      signature =
        ForallT
          (binders (star l : typeVariables d))
          ([AppT (ConT ''Layout) (VarT l), applied ''Stores [VarT l, self d]] ++ context d)
          (foldr (\(_, t) -> arrow (packed t)) (packed (self d)) (conFields c))
      body = call 'finish [foldl AppE (call 'noinline [VarE (writeName c)]) [call 'copy [VarE f] | f <- fs]]
  pure [SigD (repackName c) signature, FunD (repackName c) [Clause (map VarP fs) (NormalB body) []]]

transformFunction :: Declared -> Q [Dec]
transformFunction d = do
  [l, k, r, n, a] <- mapM newName ["l", "k", "r", "n", "a"]
  others <- mapM (\(v, kind) -> (\v' -> (v, (v', kind))) <$> newName (nameBase v)) (typeVariables d)
  branches <- mapM (const (newName "branch")) (constructors d)
  let renamed = substitute [(v, VarT v') | (v, (v', _)) <- others]
      d' = d {typeVariables = map snd others, constructors = map renamedFields (constructors d)}
      renamedFields c = c {conFields = [(f, renamed t) | (f, t) <- conFields c]}
      name = transformName d
      pair x y = AppT (AppT (PromotedTupleT 2) x) y
      transform' i = applied ''Transform [VarT l, VarT k, i, pair (VarT r) (VarT n), VarT a]
      argument (c, c') = transform' (pair (list (fieldTypes d c) (VarT r)) (list (fieldTypes d' c') (VarT n)))
      signature =
        ForallT
          (binders (typeVariables d ++ typeVariables d' ++ [star l, star k, types' r, types' n, star a]))
          (AppT (ConT ''Layout) (VarT l) : AppT (ConT ''Layout) (VarT k) : nub (context d ++ context d'))
          (foldr (arrow . argument) whole (zip (constructors d) (constructors d')))
      whole = transform' (pair (list [self d] (VarT r)) (list [self d'] (VarT n)))
      body i c c' branch =
        call 'enterBoth [con' d, LitE (IntegerL i), annotated (types c), annotated (types c'), VarE branch]
      annotated = proxy
  tag <- newName "_tag"
  let bodies = [body i c c' b | (i, c, c', b) <- zip4' [0 ..] (constructors d) (constructors d') branches]
      alternative (i, e)
        | i == length bodies - 1 = Match WildP (NormalB e) []
        | otherwise = Match (LitP (IntegerL (fromIntegral i))) (NormalB e) []
      function = case bodies of
        [] -> LamE [WildP] (VarE 'uninhabited)
        [only] -> LamE [WildP] only
        _ -> LamE [VarP tag] (CaseE (VarE tag) (zipWith (curry alternative) [0 ..] bodies))
  pure
    [ SigD name signature,
      FunD name [Clause (map VarP branches) (NormalB (call 'transformOf [con' d, function])) []],
      inline name
    ]
  where
    zip4' (x : xs) (y : ys) (z : zs) (w : ws) = (x, y, z, w) : zip4' xs ys zs ws
    zip4' _ _ _ _ = []
