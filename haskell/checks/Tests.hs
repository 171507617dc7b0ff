-- | All tests. The variable @PACKED_DATA_TESTS@ (@quick@, @full@) selects how many values they try.
module Tests (main) where

import qualified BookSpec
import qualified BorrowSpec
import Control.Exception (evaluate)
import Effort (effortFrom)
import Guard (readPastEnd)
import qualified StrangersSpec
import qualified LawsSpec
import qualified PaperSpec
import qualified ServerSpec
import System.Directory (doesDirectoryExist)
import System.Environment (getArgs, lookupEnv)
import System.IO (hSetEncoding, stdout, utf8)
import Test.Hspec (hspec)

main :: IO ()
main = getArgs >>= \args ->
    if args == [StrangersSpec.readsPastEnd]
        then readPastEnd >>= evaluate >>= print
        else do
            hSetEncoding stdout utf8
            effort <- effortFrom <$> lookupEnv "PACKED_DATA_TESTS"
            -- (cabal runs the tests in the folder of their package.)
            Just root <- findM (doesDirectoryExist . (++ "/book/src")) [".", "..", "../.."]
            hspec $ do
                BookSpec.spec root
                PaperSpec.spec
                LawsSpec.spec
                BorrowSpec.spec
                ServerSpec.spec
                StrangersSpec.spec effort
  where
    findM _ [] = pure Nothing
    findM test (x : xs) = test x >>= \found -> if found then pure (Just x) else findM test xs
