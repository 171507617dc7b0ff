// The tasks in C: on nodes from malloc, and on packed bytes by hand, as in Figure 2 of the paper.
//
// The packed bytes are those of the layout Compact: a tag, followed by an int64_t in a leaf, an int32_t in a value, or
// the two subtrees. Functions whose names begin with `packed` take the position by address, and move it past the bytes
// that they read.
//
// Arithmetic wraps (built with -fwrapv), and a division by zero returns zero.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Calls within this file go to this file, so that the compiler can inline them.
#pragma GCC visibility push(hidden)

enum { LEAF, NODE };
enum { VALUE, ADD, SUB, MUL, DIV };

struct tree {
    uint8_t tag;
    union {
        int64_t value;
        struct {
            struct tree *left, *right;
        };
    };
};

struct expr {
    uint8_t tag;
    union {
        int32_t value;
        struct {
            struct expr *left, *right;
        };
    };
};

static void *allocate(size_t size) {
    void *block = malloc(size);
    if (!block) abort();
    return block;
}

static int64_t load64(const uint8_t *at) {
    int64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static int32_t load32(const uint8_t *at) {
    int32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static void store64(uint8_t *at, int64_t value) { memcpy(at, &value, sizeof value); }

static int32_t divide(int32_t a, int32_t b) {
    if (b == 0) return 0;
    return b == -1 ? -a : a / b;
}

// On pointers.

static struct tree *leaf(int64_t value) {
    struct tree *tree = allocate(sizeof *tree);
    tree->tag = LEAF;
    tree->value = value;
    return tree;
}

static struct tree *node(void) {
    struct tree *tree = allocate(sizeof *tree);
    tree->tag = NODE;
    return tree;
}

struct tree *tree_from_packed(const uint8_t **at) {
    if (*(*at)++ == LEAF) {
        int64_t value = load64(*at);
        *at += sizeof value;
        return leaf(value);
    }
    struct tree *tree = node();
    tree->left = tree_from_packed(at);
    tree->right = tree_from_packed(at);
    return tree;
}

struct tree *tree_build(uint32_t depth, int64_t *next) {
    if (depth == 0) return leaf(++*next);
    struct tree *tree = node();
    tree->left = tree_build(depth - 1, next);
    tree->right = tree_build(depth - 1, next);
    return tree;
}

void tree_free(struct tree *tree) {
    if (tree->tag == NODE) {
        tree_free(tree->left);
        tree_free(tree->right);
    }
    free(tree);
}

int64_t tree_sum(const struct tree *tree) {
    return tree->tag == LEAF ? tree->value : tree_sum(tree->left) + tree_sum(tree->right);
}

int64_t tree_right_most(const struct tree *tree) {
    while (tree->tag == NODE) tree = tree->right;
    return tree->value;
}

int tree_contains(const struct tree *tree, int64_t wanted) {
    if (tree->tag == LEAF) return tree->value == wanted;
    return tree_contains(tree->left, wanted) || tree_contains(tree->right, wanted);
}

void tree_increment(struct tree *tree) {
    if (tree->tag == LEAF) {
        tree->value++;
    } else {
        tree_increment(tree->left);
        tree_increment(tree->right);
    }
}

struct tree *tree_incremented(const struct tree *old) {
    if (old->tag == LEAF) return leaf(old->value + 1);
    struct tree *tree = node();
    tree->left = tree_incremented(old->left);
    tree->right = tree_incremented(old->right);
    return tree;
}

struct expr *expr_from_packed(const uint8_t **at) {
    struct expr *expr = allocate(sizeof *expr);
    expr->tag = *(*at)++;
    if (expr->tag == VALUE) {
        expr->value = load32(*at);
        *at += sizeof expr->value;
    } else {
        expr->left = expr_from_packed(at);
        expr->right = expr_from_packed(at);
    }
    return expr;
}

void expr_free(struct expr *expr) {
    if (expr->tag != VALUE) {
        expr_free(expr->left);
        expr_free(expr->right);
    }
    free(expr);
}

int32_t expr_eval(const struct expr *expr) {
    switch (expr->tag) {
    case VALUE: return expr->value;
    case ADD: return expr_eval(expr->left) + expr_eval(expr->right);
    case SUB: return expr_eval(expr->left) - expr_eval(expr->right);
    case MUL: return expr_eval(expr->left) * expr_eval(expr->right);
    default: return divide(expr_eval(expr->left), expr_eval(expr->right));
    }
}

// On packed bytes.

int64_t packed_sum(const uint8_t **at) {
    if (*(*at)++ == LEAF) {
        int64_t value = load64(*at);
        *at += sizeof value;
        return value;
    }
    int64_t left = packed_sum(at);
    return left + packed_sum(at);
}

int32_t packed_eval(const uint8_t **at) {
    uint8_t tag = *(*at)++;
    if (tag == VALUE) {
        int32_t value = load32(*at);
        *at += sizeof value;
        return value;
    }
    int32_t left = packed_eval(at);
    int32_t right = packed_eval(at);
    switch (tag) {
    case ADD: return left + right;
    case SUB: return left - right;
    case MUL: return left * right;
    default: return divide(left, right);
    }
}

static void packed_skip(const uint8_t **at) {
    if (*(*at)++ == LEAF) {
        *at += sizeof(int64_t);
    } else {
        packed_skip(at);
        packed_skip(at);
    }
}

int64_t packed_right_most(const uint8_t **at) {
    while (*(*at)++ == NODE) packed_skip(at);
    int64_t value = load64(*at);
    *at += sizeof value;
    return value;
}

// Stops at the first one. The position is after the whole tree only if there is none.
int packed_contains(const uint8_t **at, int64_t wanted) {
    if (*(*at)++ == LEAF) {
        int64_t value = load64(*at);
        *at += sizeof value;
        return value == wanted;
    }
    return packed_contains(at, wanted) || packed_contains(at, wanted);
}

void packed_increment_in_place(uint8_t **at) {
    if (*(*at)++ == LEAF) {
        store64(*at, load64(*at) + 1);
        *at += sizeof(int64_t);
    } else {
        packed_increment_in_place(at);
        packed_increment_in_place(at);
    }
}

// Writes the tree with every leaf incremented at `out`.
void packed_increment(const uint8_t **at, uint8_t **out) {
    uint8_t tag = *(*at)++;
    *(*out)++ = tag;
    if (tag == LEAF) {
        store64(*out, load64(*at) + 1);
        *at += sizeof(int64_t);
        *out += sizeof(int64_t);
    } else {
        packed_increment(at, out);
        packed_increment(at, out);
    }
}

void packed_build(uint32_t depth, int64_t *next, uint8_t **out) {
    if (depth == 0) {
        *(*out)++ = LEAF;
        store64(*out, ++*next);
        *out += sizeof(int64_t);
    } else {
        *(*out)++ = NODE;
        packed_build(depth - 1, next, out);
        packed_build(depth - 1, next, out);
    }
}

// Writes a tree of pointers at `out`.
void packed_pack(const struct tree *tree, uint8_t **out) {
    *(*out)++ = tree->tag;
    if (tree->tag == LEAF) {
        store64(*out, tree->value);
        *out += sizeof(int64_t);
    } else {
        packed_pack(tree->left, out);
        packed_pack(tree->right, out);
    }
}
