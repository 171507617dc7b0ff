{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE TemplateHaskell #-}
{-# OPTIONS_GHC -Wno-orphans #-}

-- | Names of types and constructors that are alike.
module NamesSpec (spec) where

import qualified Names
import PackedData
import qualified PackedData.Do as R
import PackedData.TH (mkResult)
import Test.Hspec

newtype Count = Count Int
  deriving (Eq, Show)

mkResult ''Count
mkResult ''Names.Count

spec :: Spec
spec = do
  it "of types and operators are kept apart" (Names.same `shouldBe` (True <$ Names.same))
  it "of fields, where another type has them too" $
    Names.refused `shouldBe` "invalid Bool: expected 0 or 1, found 7, at byte 9 in Listed::Before.0 > First.size"
  it "of results, of two modules" do
    runReader (reader R.>>= \n -> R.return (Count n)) (pack @Compact 1) `shouldBe` Count 1
    runReader (reader R.>>= \n -> R.return (Names.Count n)) (pack @Compact 1) `shouldBe` Names.Count 1
