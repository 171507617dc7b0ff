-- | Asks, in optimised code, which layout and which place a function is for. Each copy that GHC makes of a function for
-- one of them must answer with that one, also if the call that it was made for is in a branch for another. That was not
-- so while the dictionary of 'Layout' was a 'Kind'.
module Optimised (main) where

import Branches
import Control.Monad (unless)
import PackedData.Internal.Class (KnownPlace, Place (..))
import PackedData.Internal.Everywhere (Frozen)
import PackedData.Internal.Layout
import System.Exit (die)

main :: IO ()
main = do
  checkLayout @Compact KCompact
  checkLayout @Indexed KIndexed
  checkLayout @PackedData KPlain
  checkLayout @PackedDataFieldSizes KFieldSizes
  checkLayout @PackedDataSkipLast KSkipLast
  checkPlace @'Inner Inner
  checkPlace @'Last Last
  checkPlace @'Bare Bare
  putStrLn "optimised functions have the layout and the place of their types"

checkLayout :: forall l. Frozen l => Kind -> IO ()
checkLayout expected = do
  answers expected (layoutAndSteps @l 2)
  answers expected (layoutAndSteps @l 3)

checkPlace :: forall p. KnownPlace p => Place -> IO ()
checkPlace expected = do
  answers (name expected) (map name (placeAndSteps @p 2))
  answers (name expected) (map name (placeAndSteps @p 3))
  where
    name Inner = "Inner"
    name Last = "Last"
    name Bare = "Bare"

answers :: (Eq a, Show a) => a -> [a] -> IO ()
answers expected found =
  unless (all (== expected) found) $ die ("a function for " ++ show expected ++ " has answered " ++ show found)
