@0xb7c4e1d09a3f5826;

struct Record {
  number @0 :Int64;
  byte @1 :UInt8;
  float @2 :Float64;
}

struct Records {
  records @0 :List(Record);
}

struct Integers {
  integers @0 :List(Int32);
}
