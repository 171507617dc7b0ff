{-# LANGUAGE DataKinds #-}
{-# LANGUAGE TypeApplications #-}

-- | Requests to the web server of the paper, on the loopback interface.
module ServerSpec (spec) where

import Control.Exception (bracket)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Char8 as Chars
import Network.Socket
import Network.Socket.ByteString (recv, sendAll)
import Network.Wai.Handler.Warp (testWithApplication)
import PackedData
import Paper (Tree (..), packedTree)
import Server (application)
import Test.Hspec

spec :: Spec
spec = describe "the paper's web server" . around (testWithApplication (pure application)) $ do
    it "sums the tree in a request" $ \port ->
        post port "/sum" (toByteString (packedTree @Indexed)) `shouldReturn` (200, "6")
    it "finds its right-most value" $ \port ->
        post port "/right-most" (toByteString (packedTree @Indexed)) `shouldReturn` (200, "3")
    it "sums a tree that comes in many chunks" $ \port ->
        post port "/sum" (toByteString (pack @Indexed (perfect 14))) `shouldReturn` (200, show (2 ^ (14 :: Int) :: Int))
    it "says why it refuses bytes" $ \port -> do
        (status, why) <- post port "/sum" (Bytes.pack [2])
        status `shouldBe` 400
        why `shouldContain` "invalid tag"
        why `shouldContain` "at byte 0"
        fst <$> post port "/sum" (Bytes.init (toByteString (packedTree @Indexed))) `shouldReturn` 400
    it "has no other pages" $ \port ->
        fst <$> post port "/product" (toByteString (packedTree @Indexed)) `shouldReturn` 404

-- | The perfect tree of this depth, whose leaves are 1.
perfect :: Int -> Tree
perfect 0 = Leaf 1
perfect depth = Node (perfect (depth - 1)) (perfect (depth - 1))

-- | Sends a request, and returns status and body of the answer.
post :: Int -> String -> Bytes.ByteString -> IO (Int, String)
post port path body = bracket (socket AF_INET Stream defaultProtocol) close $ \connection -> do
    connect connection (SockAddrInet (fromIntegral port) (tupleToHostAddress (127, 0, 0, 1)))
    sendAll connection . Chars.pack $
        "POST " ++ path ++ " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: "
            ++ show (Bytes.length body)
            ++ "\r\n\r\n"
    sendAll connection body
    (headers, content) <- Bytes.breakSubstring (Chars.pack "\r\n\r\n") <$> everything connection
    case Chars.words headers of
        _ : status : _ -> pure (read (Chars.unpack status), chunks headers (Chars.unpack (Bytes.drop 4 content)))
        _ -> fail "not an answer"
  where
    everything connection = do
        bytes <- recv connection 65536
        if Bytes.null bytes then pure bytes else (bytes <>) <$> everything connection
    -- (The answers are short: if they are sent in chunks, in one.)
    chunks headers content
        | Chars.pack "chunked" `Bytes.isInfixOf` headers = case lines content of
            _ : line : _ -> takeWhile (/= '\r') line
            _ -> content
        | otherwise = content
