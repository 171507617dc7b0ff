module Main (main) where

import qualified AdapterSpec
import qualified EditSpec
import qualified HostileSpec
import qualified LayoutSpec
import qualified NamesSpec
import qualified ReaderSpec
import qualified RoundTripSpec
import Test.Hspec
import qualified UpstreamSpec

main :: IO ()
main = hspec $ do
  describe "layouts" LayoutSpec.spec
  describe "round trips" RoundTripSpec.spec
  describe "reading and building" ReaderSpec.spec
  describe "edits, files, several values" EditSpec.spec
  describe "bytes from outside" HostileSpec.spec
  describe "adapters" AdapterSpec.spec
  describe "names" NamesSpec.spec
  describe "the tests of the paper's library" UpstreamSpec.spec
