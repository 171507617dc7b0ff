module Main (main) where

import qualified EditSpec
import qualified HostileSpec
import qualified LayoutSpec
import qualified ReaderSpec
import qualified RoundTripSpec
import Test.Hspec

main :: IO ()
main = hspec $ do
  describe "layouts" LayoutSpec.spec
  describe "round trips" RoundTripSpec.spec
  describe "reading and building" ReaderSpec.spec
  describe "edits, files, several values" EditSpec.spec
  describe "bytes from outside" HostileSpec.spec
