{-# LANGUAGE BlockArguments #-}

module EditSpec (spec) where

import Control.Concurrent (forkIO, newEmptyMVar, putMVar, takeMVar)
import Control.Exception (ErrorCall (..), evaluate, try)
import Control.Monad (forM, forM_, replicateM_)
import qualified Data.ByteString as Bytes
import Data.Word (Word16, Word8)
import Generators ()
import PackedData
import qualified PackedData.Do as R
import System.Directory (getTemporaryDirectory, removeFile)
import System.IO (hClose, openTempFile)
import System.Mem (performGC)
import Test.Hspec
import Test.Hspec.QuickCheck
import Test.QuickCheck hiding (Large)
import Types

spec :: Spec
spec = do
  inLayout @Compact "Compact"
  inLayout @Indexed "Indexed"
  inLayout @PackedData "PackedData"
  inLayout @PackedDataFieldSizes "PackedDataFieldSizes"
  inLayout @PackedDataSkipLast "PackedDataSkipLast"
  it "a buffer to which nothing else refers stays alive while it is read" do
    done <- forM [1 .. 4 :: Int] \k -> do
      finished <- newEmptyMVar
      _ <- forkIO do
        forM_ [1 .. 20] \n -> do
          total <- evaluate (runReader sumSlowly (pack @Indexed (full 10 (n * k))))
          putMVar' finished total (sumOf (full 10 (n * k)))
        putMVar finished True
      pure finished
    replicateM_ 10 performGC
    results <- mapM takeMVar done
    results `shouldBe` [True, True, True, True]
  it "an exception in a function that edits leaves the source as it was" do
    let p = pack @Compact (Node (Leaf 1) (Leaf 2))
    result <- try (evaluate (fst (edit failing p)))
    either (\(ErrorCall message) -> message) (const "") result `shouldBe` "no"
    unpack p `shouldBe` Node (Leaf 1) (Leaf 2)
  where
    putMVar' _ a b
      | a == b = pure ()
      | otherwise = fail "another sum"

failing :: Layout l => Reader (Editable s l) (Tree : r) r ()
failing = caseTree (modifyField bad R.>>= \_ -> R.return ()) (field failing R.>> field failing)
  where
    bad 1 = 7
    bad _ = errorWithoutStackTrace "no"

full :: Int -> Int -> Tree
full 0 n = Leaf n
full d n = Node (full (d - 1) (2 * n)) (full (d - 1) (2 * n + 1))

sumOf :: Tree -> Int
sumOf (Leaf n) = n
sumOf (Node a b) = sumOf a + sumOf b

-- Allocates a lot while it reads.
sumSlowly :: Layout l => Reader l (Tree : r) r Int
sumSlowly = caseTree readField R.do
  left <- field sumSlowly
  right <- field sumSlowly
  R.return (length (show (replicate 20 left)) `seq` left + right)

mapTree :: (Int -> Int) -> Tree -> Tree
mapTree f (Leaf n) = Leaf (f n)
mapTree f (Node a b) = Node (mapTree f a) (mapTree f b)

incrementInPlace :: Layout l => Reader (Editable s l) (Tree : r) r Int
incrementInPlace =
  caseTree (modifyField (+ 1)) (field incrementInPlace R.>>= \a -> field incrementInPlace R.>>= \b -> R.return (a + b))

inLayout ::
  forall l.
  (Frozen l, Stores l Tree, Stores l (Mixed Word16), Valid l '[Tree], Stores l Word8) => String -> Spec
inLayout name = describe name do
  prop "numbers in place" \t ->
    let p = pack @l t
        (q, total) = edit incrementInPlace p
     in conjoin [q === pack (mapTree (+ 1) t), total === sumOf (mapTree (+ 1) t), p === pack t]
  prop "each edit of a buffer has a copy of its own" \t ->
    let p = pack @l t
        q = fst (edit incrementInPlace p)
        r = fst (edit incrementInPlace q)
     in conjoin
          [ r === pack (mapTree (+ 2) t),
            fst (edit incrementInPlace p) === q,
            q === pack (mapTree (+ 1) t),
            p === pack t
          ]
  prop "static and varying fields in place" \(Mixed a b c d e f g :: Mixed Word16) ->
    let change :: Reader (Editable s l) (Mixed Word16 : r) r ()
        change = caseMixed R.do
          _ <- modifyField (* 3)
          skipField
          overwriteField 7
          skipField
          _ <- modifyField not
          _ <- field incrementInPlace
          overwriteField 9
     in fst (edit change (pack @l (Mixed a b c d e f g))) === pack (Mixed (3 * a) b 7 d (not e) (mapTree (+ 1) f) 9)
  prop "several values" \(t :: Tree) (n :: Word8) ->
    let p = append (pack @l t) (append (pack @l n) (pack @l t))
        q = finish (value @l t R.>> value n R.>> value t)
     in conjoin
          [ p === q,
            runReader (R.do { skip; b <- reader; c <- reader; R.return (b, c) }) p === (n, t)
          ]
  it "files" do
    directory <- getTemporaryDirectory
    (path, handle) <- openTempFile directory "packed"
    hClose handle
    let t = full 6 1
        p = pack @l t
    writePacked path p
    r <- readPacked @l @'[Tree] path
    r `shouldBe` Right p
    m <- mapPacked @l @'[Tree] path
    fmap unpack m `shouldBe` Right t
    Bytes.writeFile path (Bytes.take 5 (toByteString p))
    short <- readPacked @l @'[Tree] path
    short `shouldSatisfy` either (const True) (const False)
    shortMap <- mapPacked @l @'[Tree] path
    shortMap `shouldSatisfy` either (const True) (const False)
    removeFile path
