-- | Bytes that no writer wrote, in memory beside pages that nothing may read: an error, or a value that is packed as
-- the same bytes.
module StrangersSpec (spec, readsPastEnd) where

import Codec (Codec (..))
import Control.Exception (evaluate)
import Control.Monad (forM_, unless, when)
import Data.Bits (shiftL, xor)
import qualified Data.ByteString as Bytes
import Data.IORef (modifyIORef', newIORef, readIORef)
import Data.List (sortOn)
import Effort (Effort (..))
import Guard (Guard, atEnd, atStart, newGuard)
import Hex (spaced)
import Samples (Sample (..), generate, samples)
import System.Environment (getExecutablePath)
import System.Exit (ExitCode (..))
import System.Process (readProcessWithExitCode)
import Test.Hspec
import Test.QuickCheck (resize)

spec :: Effort -> Spec
spec effort = describe "hostile bytes" $ do
    it "would be noticed: a program that reads past the guarded bytes is killed" $ do
        program <- getExecutablePath
        (code, out, _) <- readProcessWithExitCode program [readsPastEnd] ""
        out `shouldBe` ""
        code `shouldSatisfy` (`elem` [ExitFailure (-11), ExitFailure (-7)])
    guard <- runIO (newGuard 200000)
    tried <- runIO (newIORef (0 :: Int))
    forM_ samples $ \Sample{name = ty, codecs = layouts, random = gen} ->
        it ty $ do
            counts <- mapM (\codec -> sum <$> mapM (attack effort guard codec) (smallValues effort codec gen)) layouts
            counts `shouldSatisfy` all (> 0)
            modifyIORef' tried (+ sum counts)
    it "are many" $ do
        count <- readIORef tried
        putStrLn ("  " ++ show count ++ " changes of " ++ show (length samples) ++ " types were tried")
        count `shouldSatisfy` (> 50000)
  where
    -- The first ones of many that are not longer than the limit; else the shortest one.
    smallValues (Effort count limit _) codec gen = if null small then take 1 sorted else take count small
      where
        values' = generate (20 * count) (resize 2 gen)
        size = Bytes.length . encode codec
        small = filter ((<= limit) . size) values'
        sorted = sortOn size values'

-- | The argument on which the tests read past the end of guarded memory.
readsPastEnd :: String
readsPastEnd = "--read-past-the-end"

-- | Tries all changes of the bytes of a value; returns how many there were.
attack :: (Show a) => Effort -> Guard -> Codec a -> a -> IO Int
attack (Effort _ _ bits) guard codec value = do
    let bytes = encode codec value
        flips = [flipped at bit bytes | at <- [0 .. Bytes.length bytes - 1], bit <- bits]
        truncated = [Bytes.take count bytes | count <- [0 .. Bytes.length bytes - 1]]
        longer = [bytes <> Bytes.pack [byte] | byte <- [0, 1, 255]]
    accepted <- try guard codec bytes
    unless accepted $ expectationFailure ("the bytes of " ++ show value ++ " are refused")
    accepted' <- mapM (try guard codec) (truncated ++ longer)
    when (or accepted') $ expectationFailure ("a part of the bytes of " ++ show value ++ " is accepted")
    mapM_ (try guard codec) flips
    pure (length flips + length truncated + length longer)

-- | Whether these bytes are accepted. Fails if they are accepted, and packed as other bytes.
try :: Guard -> Codec a -> Bytes.ByteString -> IO Bool
try guard codec bytes = do
    ends <- atEnd guard bytes >>= outcome
    starts <- atStart guard bytes >>= outcome
    starts `shouldBe` ends
    case ends of
        Left _ -> pure False
        Right packed -> do
            unless (packed == bytes) . expectationFailure $
                layout codec ++ ": accepted " ++ spaced bytes ++ ", packed as " ++ spaced packed
            pure True
  where
    outcome placed = do
        result <- evaluate (decode codec placed)
        case result of
            Left refused -> Left (show refused) <$ evaluate (length (show refused))
            Right value -> Right <$> evaluate (Bytes.copy (encode codec value))

flipped :: Int -> Int -> Bytes.ByteString -> Bytes.ByteString
flipped at bit bytes = case Bytes.splitAt at bytes of
    (front, rest) -> front <> Bytes.cons (Bytes.head rest `xor` (1 `shiftL` bit)) (Bytes.tail rest)
