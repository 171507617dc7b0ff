{-# LANGUAGE DuplicateRecordFields #-}
{-# LANGUAGE GADTs #-}
{-# LANGUAGE PolyKinds #-}
{-# LANGUAGE StandaloneDeriving #-}
{-# LANGUAGE TemplateHaskell #-}
{-# OPTIONS_GHC -Wall -Werror #-}

-- | Types whose names differ little, and a module that uses and exports almost nothing of what is made for them: it
-- compiles without a warning.
module Names (Count (..), same, refused) where

import qualified Data.ByteString as Bytes
import PackedData
import PackedData.TH (mkPacked)

data V = V Int
  deriving (Eq)

data V' = V' Int
  deriving (Eq)

data V1 = V1 Int | NoV1
  deriving (Eq)

data V2 = V2 Int | NoV2
  deriving (Eq)

data a :+: b = a :+: b
  deriving (Eq)

data a :*: b = a :*: b
  deriving (Eq)

data a :× b = a :× b
  deriving (Eq)

data First = First {name :: Int, size :: Bool}
  deriving (Eq, Show)

data Second = Second {name :: Int, size :: Char}
  deriving (Eq)

-- | In the syntax of GADTs, but an ordinary type.
data Listed a where
  End :: Listed a
  Before, Beside :: b -> Listed b -> Listed b
  Named :: {element :: c, further :: Listed c} -> Listed c

deriving instance Eq a => Eq (Listed a)

deriving instance Show a => Show (Listed a)

-- | The kind of @f@'s argument is open.
data Applied f a = Applied Int (f a)

deriving instance Eq (f a) => Eq (Applied f a)

-- | Another module has a type of this name.
newtype Count = Count Int
  deriving (Eq, Show)

mkPacked ''V
mkPacked ''V'
mkPacked ''V1
mkPacked ''V2
mkPacked ''(:+:)
mkPacked ''(:*:)
mkPacked ''(:×)
mkPacked ''First
mkPacked ''Second
mkPacked ''Listed
mkPacked ''Applied

-- | Whether a value of each type is the same after it was packed and unpacked.
same :: [Bool]
same =
  [ again (V 1),
    again (V' 2),
    all again [V1 3, NoV1],
    all again [V2 4, NoV2],
    again ('a' :+: 'b'),
    again ('a' :*: 'b'),
    again ('a' :× 'b'),
    again (First {name = 1, size = True}),
    again (Second {name = 1, size = 'a'}),
    again (Before 'a' (Beside 'b' (Named {element = 'c', further = End}))),
    again (Applied 1 (Just True)),
    again (First 1 False :+: 'x')
  ]
  where
    again :: (Packable t, Stores Indexed t, Stores Compact t, Eq t) => t -> Bool
    again t = unpack (pack @Indexed t) == t && unpack (pack @Compact t) == t

-- | What is said of a 'First' whose @size@ is no 'Bool'.
refused :: String
refused =
  either show (show . unpack) $
    fromByteString @Indexed @'[Listed First] (Bytes.pack (1 : replicate 8 0 ++ [7, 0]))
