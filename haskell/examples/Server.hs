{-# LANGUAGE BlockArguments #-}
{-# LANGUAGE DataKinds #-}
{-# LANGUAGE FlexibleContexts #-}
{-# LANGUAGE FlexibleInstances #-}
{-# LANGUAGE MultiParamTypeClasses #-}
{-# LANGUAGE QualifiedDo #-}
{-# LANGUAGE TemplateHaskell #-}
{-# LANGUAGE TypeApplications #-}
{-# LANGUAGE TypeFamilies #-}
{-# LANGUAGE TypeOperators #-}
{-# LANGUAGE UndecidableInstances #-}

-- | The paper's web server: the body of a request is a packed tree, which is read as it is.
--
-- > cabal --config-file=offline.config run server -- 8080
-- > curl --data-binary @tree.bin localhost:8080/sum
module Server (application, main) where

import qualified Data.ByteString.Builder as Builder
import qualified Data.ByteString.Lazy as Lazy
import Network.HTTP.Types (Status, status200, status400, status404, status413)
import Network.Wai (Application, Request, Response, getRequestBodyChunk, pathInfo, responseBuilder)
import qualified Network.Wai.Handler.Warp as Warp
import PackedData
import Paper (Tree, getRightMost, sumTree)
import qualified Data.ByteString as Bytes
import qualified Data.Text as Text
import System.Environment (getArgs)
import System.Exit (die)

-- | @/sum@ and @/right-most@ of a tree in the layout 'Indexed'. The bytes are validated; a client that sends nonsense
-- reads why they are refused.
application :: Application
application request respond = do
    body <- bodyUpTo maxBytes request
    respond $ case (pathInfo request, body) of
        (_, Nothing) -> text status413 "the tree is too large"
        ([path], Just bytes)
            | path == Text.pack "sum" -> answer (runReader sumTree) bytes
            | path == Text.pack "right-most" -> answer (runReader getRightMost) bytes
        _ -> text status404 "not found"

-- | Reads the tree in the body.
answer :: (Packed Indexed '[Tree] -> Int) -> Bytes.ByteString -> Response
answer read' bytes = case fromByteString bytes of
    Left refused -> text status400 (show refused)
    Right tree -> text status200 (show (read' tree))

text :: Status -> String -> Response
text status = responseBuilder status [] . Builder.stringUtf8

-- | The largest body that is accepted: 64 MiB.
maxBytes :: Int
maxBytes = 64 * 1024 * 1024

-- | The whole body, or 'Nothing' if it is longer.
bodyUpTo :: Int -> Request -> IO (Maybe Bytes.ByteString)
bodyUpTo limit request = go limit []
  where
    go left chunks = do
        chunk <- getRequestBodyChunk request
        case Bytes.length chunk of
            0 -> pure (Just (Lazy.toStrict (Lazy.fromChunks (reverse chunks))))
            size | size > left -> pure Nothing
            size -> go (left - size) (chunk : chunks)

main :: IO ()
main = getArgs >>= \args -> case args of
    [port] -> Warp.run (read port) application
    _ -> die "usage: Server PORT"
