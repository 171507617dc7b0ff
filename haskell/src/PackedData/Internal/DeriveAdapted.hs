{-# LANGUAGE TemplateHaskellQuotes #-}

-- | What @mkAdapted@ writes.
module PackedData.Internal.DeriveAdapted (deriveAdapted, deriveAdaptedOf) where

import Language.Haskell.TH
import PackedData.Internal.Adapter
import PackedData.Internal.Class
import PackedData.Internal.Derive (deriveResult, inlined)

-- | All instances for a type without parameters that is 'Adapted', also that of @Result@.
deriveAdapted :: Name -> Q [Dec]
deriveAdapted name = (++) <$> deriveResult name <*> deriveAdaptedOf name

-- | All instances but that of @Result@.
deriveAdaptedOf :: Name -> Q [Dec]
deriveAdaptedOf name = do
  l <- newName "l"
  let t = ConT name
      stores x = AppT (AppT (ConT ''Stores) (VarT l)) x
      methods =
        [ ('extent, 'adaptedExtent),
          ('readIt, 'adaptedRead),
          ('skipIt, 'adaptedSkip),
          ('putIt, 'adaptedPut),
          ('checkIt, 'adaptedCheck),
          ('seeIt, 'adaptedSee)
        ]
  pure
    [ InstanceD Nothing [] (AppT (ConT ''Packable) t) (inlined methods),
      InstanceD Nothing [stores (AppT (ConT ''Form) t)] (stores t) [],
      TySynInstD (TySynEqn Nothing (AppT (AppT (ConT ''Seen) (VarT l)) t) t)
    ]
