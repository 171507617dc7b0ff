@0xd1b6f0c5a2e94b37;

struct Tree {
  union {
    leaf @0 :Int64;
    node :group {
      left @1 :Tree;
      right @2 :Tree;
    }
  }
}

struct Expr {
  union {
    value @0 :Int32;
    add :group {
      left @1 :Expr;
      right @2 :Expr;
    }
    sub :group {
      left @3 :Expr;
      right @4 :Expr;
    }
    mul :group {
      left @5 :Expr;
      right @6 :Expr;
    }
    div :group {
      left @7 :Expr;
      right @8 :Expr;
    }
  }
}
