@0xa3f1c97e52d80b64;

struct Log {
  entries @0 :List(Entry);
}

struct Entry {
  address :group { a @0 :UInt8; b @1 :UInt8; c @2 :UInt8; d @3 :UInt8; }
  identity @4 :Text;
  user @5 :Text;
  time @6 :Text;
  request @7 :Text;
  status @8 :UInt16;
  size @9 :UInt64;
}

struct Mesh {
  triangles @0 :List(Triangle);
}

struct Triangle {
  a :group { x @0 :Float32; y @1 :Float32; z @2 :Float32; }
  b :group { x @3 :Float32; y @4 :Float32; z @5 :Float32; }
  c :group { x @6 :Float32; y @7 :Float32; z @8 :Float32; }
  normal :group { x @9 :Float32; y @10 :Float32; z @11 :Float32; }
}

struct Saves {
  players @0 :List(Player);
}

struct Position {
  x @0 :Float64;
  y @1 :Float64;
  z @2 :Float64;
}

struct Id {
  a @0 :UInt32;
  b @1 :UInt32;
  c @2 :UInt32;
  d @3 :UInt32;
}

enum Mode {
  story @0;
  free @1;
  building @2;
  watching @3;
}

struct Player {
  mode @0 :Mode;
  previousMode @1 :Mode;
  score @2 :Int64;
  world @3 :Text;
  chosenSlot @4 :UInt32;
  chosen @5 :Item;
  homeWorld @6 :Text;
  homeX @7 :Int64;
  homeY @8 :Int64;
  homeZ @9 :Int64;
  homeFixed :union {
    unknown @10 :Void;
    known @11 :Bool;
  }
  awake @12 :UInt16;
  hunger @13 :Float32;
  thirst @14 :Float32;
  sinceMeal @15 :UInt32;
  level @16 :UInt32;
  progress @17 :Float32;
  experience @18 :Int32;
  seed @19 :Int32;
  carried @20 :List(Item);
  stored @21 :List(Item);
  abilities @22 :Abilities;
  gate @23 :Position;
  mount @24 :Mount;
  left @25 :Creature;
  right @26 :Creature;
  finished @27 :Bool;
  recipes @28 :Recipes;
}

struct Item {
  count @0 :Int8;
  slot @1 :UInt8;
  name @2 :Text;
}

struct Abilities {
  walking @0 :Float32;
  flying @1 :Float32;
  mayFly @2 :Bool;
  flies @3 :Bool;
  invulnerable @4 :Bool;
  mayBuild @5 :Bool;
  buildsAtOnce @6 :Bool;
}

struct Mount {
  id @0 :Id;
  creature @1 :Creature;
}

struct Creature {
  species @0 :Text;
  position @1 :Position;
  motion @2 :Position;
  yaw @3 :Float32;
  pitch @4 :Float32;
  fallen @5 :Float32;
  fire @6 :UInt16;
  air @7 :UInt16;
  onGround @8 :Bool;
  weightless @9 :Bool;
  invulnerable @10 :Bool;
  waits @11 :Int32;
  id @12 :Id;
  name @13 :Text;
  nameShown @14 :Bool;
  silent @15 :Bool;
  glows @16 :Bool;
}

struct Recipes {
  known @0 :List(Text);
  new @1 :List(Text);
  benchPossible @2 :Bool;
  benchOpen @3 :Bool;
  ovenPossible @4 :Bool;
  ovenOpen @5 :Bool;
  forgePossible @6 :Bool;
  forgeOpen @7 :Bool;
  kettlePossible @8 :Bool;
  kettleOpen @9 :Bool;
}

struct Updates {
  updates @0 :List(Update);
}

struct Update {
  contacts @0 :List(Contact);
  score @1 :UInt32;
  radius @2 :Float32;
  grounds @3 :List(Ground);
}

enum Kind {
  destroyer @0;
  battleship @1;
  carrier @2;
  escort @3;
  boat @4;
  cruiser @5;
  frigate @6;
  corvette @7;
  submarine @8;
  hovercraft @9;
}

struct Contact {
  damage @0 :UInt8;
  id @1 :UInt32;
  kind :union {
    unknown @2 :Void;
    known @3 :Kind;
  }
  course :group { angle @4 :UInt16; dives @5 :Bool; speed @6 :Int16; }
  player :union {
    unknown @7 :Void;
    known @8 :UInt16;
  }
  loaded @9 :List(Bool);
  place :group { height @10 :Int8; angle @11 :UInt16; x @12 :Float32; y @13 :Float32; speed @14 :Int16; }
  turrets @15 :List(UInt16);
}

struct Ground {
  x @0 :Int8;
  y @1 :Int8;
  heights @2 :Data;
}
