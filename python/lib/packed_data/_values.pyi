"""The classes of lazy values that are collections, and of files."""

from packed_data._native import File as File
from packed_data._native import List as List
from packed_data._native import Map as Map
from packed_data._native import Records as Records
from packed_data._native import Set as Set
from packed_data._native import Tuple as Tuple
