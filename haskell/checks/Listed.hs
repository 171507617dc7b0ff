{-# LANGUAGE ExistentialQuantification #-}

-- | The rows of the tables in the book's pages on the layouts, with their values in Haskell.
module Listed (Listed (..), listed, absent) where

import Codec (Codec, everywhere, native)
import qualified Data.ByteString as Bytes
import Data.Int (Int16, Int64, Int8)
import qualified Data.Map as Map
import qualified Data.Set as Set
import qualified Data.Text as Text
import Data.Word (Word16, Word32, Word8)
import PackedData (Word128 (..), duration)
import Exchanged

-- | A type as it is written in Rust, its layouts, and its values: as they are written in Rust, and in Haskell.
data Listed = forall a. (Show a) => Listed String [Codec a] [(String, a)]

-- | Types of which this package has no counterpart.
absent :: [String]
absent =
    ["NonZeroU8", "[u16; 2]", "[Option<u8>; 2]", "[String; 2]"]
        ++ ["Person", "(Person, u8)", "Chain", "Vec<Chain>", "Note"] -- extensible types

-- | All other rows.
listed :: [Listed]
listed =
    [ Listed "u8" everywhere [("7", 7 :: Word8)]
    , Listed "i16" everywhere [("-2", -2 :: Int16)]
    , Listed "u32" everywhere [("0x01020304", 0x01020304 :: Word32)]
    , Listed "i64" everywhere [("-1", -1 :: Int64)]
    , Listed "u128" native [("1", Word128 0 1)]
    , Listed "Duration" native [("Duration::new(1, 2)", duration 1 2)]
    , Listed "usize" everywhere [("5", 5 :: Word)]
    , Listed "f32" everywhere [("1.0", 1 :: Float)]
    , Listed "f64" everywhere [("-2.0", -2 :: Double), ("0.1", 0.1)]
    , Listed "bool" everywhere [("true", True)]
    , Listed "char" everywhere [("'é'", 'é'), ("'λ'", 'λ')]
    , Listed "()" everywhere [("()", ())]
    , Listed "String" native $
        map
            (fmap Text.pack)
            [ ("\"\".to_string()", "")
            , ("\"héllo\".to_string()", "héllo")
            , ("\"x\".repeat(252)", replicate 252 'x')
            ]
    , Listed "Vec<u8>" native $
        map (fmap Bytes.pack) $
            [ ("vec![]", [])
            , ("vec![1, 2, 3]", [1, 2, 3])
            , ("vec![9; 251]", replicate 251 9)
            , ("vec![9; 252]", replicate 252 9)
            , ("vec![9; 65_536]", replicate 65536 9)
            ]
    , Listed "Vec<u8>" everywhere [("vec![1, 2]", [1, 2 :: Word8])]
    , Listed "Vec<u8>" everywhere [("vec![1, 2, 3]", [1, 2, 3 :: Word8])]
    , Listed "Vec<char>" everywhere [("\"hi\".chars().collect()", "hi")]
    , Listed "Vec<u16>" everywhere [("vec![1, 2]", [1, 2 :: Word16])]
    , Listed "Vec<bool>" everywhere [("vec![true, false]", [True, False])]
    , Listed "Vec<()>" everywhere [("vec![(), ()]", [(), ()])]
    , Listed "Vec<String>" native $
        map (fmap (map Text.pack)) $
            [ ("vec![]", [])
            , ("vec![\"a\".to_string(), \"bc\".to_string()]", ["a", "bc"])
            , ("vec![\"x\".repeat(300)]", [replicate 300 'x'])
            ]
    , Listed "Vec<Option<u8>>" everywhere [("vec![Some(1), None]", [Just (1 :: Word8), Nothing])]
    , Listed "Vec<Vec<u8>>" everywhere [("vec![vec![1], vec![]]", [[1 :: Word8], []])]
    , Listed "(u8, u16)" native [("(1, 2)", (1 :: Word8, 2 :: Word16))]
    , Listed "(u8, String, u8)" native [("(1, \"a\".to_string(), 2)", (1 :: Word8, Text.pack "a", 2 :: Word8))]
    , Listed "(Option<u8>, u8)" native [("(Some(7), 8)", (Just 7 :: Maybe Word8, 8 :: Word8))]
    , Listed "(u8, Option<u8>)" native [("(8, Some(7))", (8 :: Word8, Just 7 :: Maybe Word8))]
    , Listed "((String, u8), u8)" native [("((\"a\".to_string(), 1), 2)", ((Text.pack "a", 1 :: Word8), 2 :: Word8))]
    , Listed "Option<u8>" everywhere [("None", Nothing), ("Some(1)", Just (1 :: Word8)), ("Some(7)", Just 7)]
    , Listed "Option<Option<u8>>" everywhere [("Some(None)", Just (Nothing :: Maybe Word8))]
    , Listed "Result<u8, u16>" everywhere [("Err(7)", Right 7 :: Either Word8 Word16)]
    , Listed "Result<u8, String>" native $
        [("Ok(1)", Left 1 :: Either Word8 Text.Text), ("Err(\"e\".to_string())", Right (Text.pack "e"))]
    , Listed "BTreeMap<String, u8>" native $
        [
            ( "BTreeMap::from([(\"b\".to_string(), 2), (\"a\".to_string(), 1)])"
            , Map.fromList [(Text.pack "b", 2 :: Word8), (Text.pack "a", 1)]
            )
        ]
    , Listed "BTreeMap<u8, Option<u8>>" native $
        [("BTreeMap::from([(2, None), (1, Some(3))])", Map.fromList [(2 :: Word8, Nothing), (1, Just (3 :: Word8))])]
    , Listed "BTreeSet<i8>" native [("BTreeSet::from([1, -1, 0])", Set.fromList [1, -1, 0 :: Int8])]
    , Listed "Unit" everywhere [("Unit", Unit)]
    , Listed "Point" everywhere [("Point { x: 1, y: -1 }", Point 1 (-1))]
    , Listed "Shape" everywhere $
        [ ("Shape::Empty", Empty)
        , ("Shape::Circle(1.0)", Circle 1)
        , ("Shape::Rectangle { width: 3, height: 4 }", Rectangle 3 4)
        ]
    , Listed "Entry" native $
        [ ( "Entry { name: Some(\"a\".to_string()), tags: vec![\"b\".to_string()], size: None }"
          , Entry (Just (Text.pack "a")) [Text.pack "b"] Nothing
          )
        ]
    , Listed "SomeData" everywhere [("SomeData(42, 7, f64::consts::PI)", SomeData 42 7 pi)]
    , Listed "Direction" everywhere [("Direction::Center", Center)]
    , Listed "Tree" everywhere $
        [ ("Tree::Leaf(5)", Leaf 5)
        , ("Tree::Leaf(-1)", Leaf (-1))
        , ("Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(2)))", Node (Leaf 1) (Leaf 2))
        , ( "Tree::Node(Box::new(Tree::Leaf(1)), \
            \Box::new(Tree::Node(Box::new(Tree::Leaf(2)), Box::new(Tree::Leaf(3)))))"
          , Node (Leaf 1) (Node (Leaf 2) (Leaf 3))
          )
        ]
    , Listed "Box<Tree>" everywhere [("Box::new(Tree::Leaf(5))", Leaf 5)]
    , Listed "Rose" everywhere [("Rose(1, vec![Rose(2, vec![])])", Rose 1 [Rose 2 []])]
    ]
