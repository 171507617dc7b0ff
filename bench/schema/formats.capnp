@0xa3f1c97e52d80b64;

struct Log {
  entries @0 :List(Entry);
}

struct Entry {
  address @0 :UInt32;
  identity @1 :Text;
  user @2 :Text;
  time @3 :Text;
  request @4 :Text;
  status @5 :UInt16;
  size @6 :UInt64;
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

struct Id {
  high @0 :UInt64;
  low @1 :UInt64;
}

struct Position {
  x @0 :Float64;
  y @1 :Float64;
  z @2 :Float64;
}

struct Block {
  x @0 :Int32;
  y @1 :Int32;
  z @2 :Int32;
}

enum Mode {
  story @0;
  free @1;
  building @2;
  watching @3;
}

struct Player {
  id @0 :Id;
  name @1 :Text;
  mode @2 :Mode;
  position @3 :Position;
  yaw @4 :Float32;
  pitch @5 :Float32;
  health @6 :Float32;
  score @7 :Int64;
  home @8 :Home;
  abilities @9 :Abilities;
  carried @10 :List(Stack);
  stored @11 :List(Stack);
  mount @12 :Creature;
  companions @13 :List(Creature);
  counts @14 :List(Count);
  quests @15 :List(Quest);
  recipes @16 :Recipes;
}

struct Home {
  land @0 :Text;
  block @1 :Block;
  shared @2 :Bool;
}

struct Abilities {
  flies @0 :Bool;
  mayFly @1 :Bool;
  mayBuild @2 :Bool;
  invulnerable @3 :Bool;
  walking @4 :Float32;
  flying @5 :Float32;
}

struct Stack {
  slot @0 :UInt8;
  item @1 :Text;
  count @2 :UInt16;
  details @3 :Details;
}

struct Details {
  label @0 :Text;
  wear @1 :UInt32;
  maker @2 :Id;
  charms @3 :List(Charm);
}

struct Charm {
  name @0 :Text;
  level @1 :UInt8;
}

struct Creature {
  id @0 :Id;
  species @1 :Text;
  name @2 :Text;
  position @3 :Position;
  health @4 :Float32;
  mood :union {
    resting @5 :Void;
    following @6 :Id;
    roaming :group { x @7 :Int32; z @8 :Int32; hungry @9 :Bool; }
    fleeing :group { from @10 :Id; since @11 :UInt64; }
  }
  wears @12 :List(Stack);
}

struct Count {
  name @0 :Text;
  count @1 :UInt64;
}

struct Quest {
  name @0 :Text;
  stage @1 :UInt16;
  finished :union {
    no @2 :Void;
    at @3 :UInt64;
  }
  goals @4 :List(Goal);
}

struct Goal {
  union {
    collect :group { item @0 :Text; count @1 :UInt32; }
    reach @2 :Block;
    speak @3 :Text;
  }
}

struct Recipes {
  known @0 :List(Text);
  marked @1 :List(Text);
  onlyPossible @2 :Bool;
}

struct Updates {
  updates @0 :List(Update);
}

enum Kind {
  player @0;
  boat @1;
  wagon @2;
  arrow @3;
  animal @4;
  crate @5;
}

enum Sound {
  step @0;
  splash @1;
  creak @2;
  call @3;
}

struct Place {
  x @0 :Int16;
  y @1 :Int16;
  height @2 :Int16;
  heading @3 :UInt8;
  speed @4 :Int8;
}

struct Update {
  id @0 :UInt32;
  kind @1 :Kind;
  visible @2 :Bool;
  onGround @3 :Bool;
  place @4 :Place;
  health @5 :UInt8;
  owner :union {
    nobody @6 :Void;
    number @7 :UInt16;
  }
  action :union {
    nothing @8 :Void;
    turn @9 :Int8;
    shoot :group {
      at :union {
        nothing @10 :Void;
        thing @11 :UInt32;
      }
      strength @12 :UInt8;
      aimed @13 :Bool;
    }
    hurt :group { amount @14 :UInt8; by @15 :UInt32; }
    carry @16 :UInt32;
    sound @17 :Sound;
  }
}
