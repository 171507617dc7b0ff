//! The exports of schemas, checked with the tools of their languages: see `ci/schema.sh`. A workspace of its own, since
//! these tools have many dependencies.
