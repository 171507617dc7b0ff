-- | How much the tests try.
module Effort (Effort (..), effortFrom) where

-- | The number of values of each type and layout, the number of bytes that they may have (unless all have more), and
-- the bits of each byte that are flipped.
data Effort = Effort Int Int [Int]

-- | The effort that the variable @PACKED_DATA_TESTS@ selects.
effortFrom :: Maybe String -> Effort
effortFrom (Just "quick") = Effort 3 60 [0 .. 7]
effortFrom (Just "full") = Effort 40 300 [0 .. 7]
effortFrom _ = Effort 10 100 [0 .. 7]
