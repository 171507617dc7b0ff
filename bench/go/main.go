// Command main does the tasks in Go, on garbage-collected nodes, and measures its own time.
//
// The first line of its input is "TASK BYTES ARGUMENT". It is followed by this number of bytes, which are the tree in
// the layout Compact. Each further line is a number of iterations; the answer is a line "ANSWER NANOSECONDS".
package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"os"
	"time"
)

// Tree is a leaf if it has no subtrees.
type Tree struct {
	left, right *Tree
	value       int64
}

// Expr is an operator on two operands, or a value.
type Expr struct {
	left, right *Expr
	value       int32
	operator    byte
}

const (
	leaf = 0

	value = 0
	add   = 1
	sub   = 2
	mul   = 3
)

// packed is the rest of the packed bytes.
type packed []byte

func (p *packed) tag() byte {
	tag := (*p)[0]
	*p = (*p)[1:]
	return tag
}

func (p *packed) tree() *Tree {
	if p.tag() == leaf {
		n := int64(binary.LittleEndian.Uint64(*p))
		*p = (*p)[8:]
		return &Tree{value: n}
	}
	tree := new(Tree)
	tree.left = p.tree()
	tree.right = p.tree()
	return tree
}

func (p *packed) expr() *Expr {
	expr := &Expr{operator: p.tag()}
	if expr.operator == value {
		expr.value = int32(binary.LittleEndian.Uint32(*p))
		*p = (*p)[4:]
		return expr
	}
	expr.left = p.expr()
	expr.right = p.expr()
	return expr
}

func (t *Tree) sum() int64 {
	if t.left == nil {
		return t.value
	}
	return t.left.sum() + t.right.sum()
}

func (t *Tree) rightMost() int64 {
	for t.right != nil {
		t = t.right
	}
	return t.value
}

func (t *Tree) contains(wanted int64) bool {
	if t.left == nil {
		return t.value == wanted
	}
	return t.left.contains(wanted) || t.right.contains(wanted)
}

func (t *Tree) increment() {
	if t.left == nil {
		t.value++
		return
	}
	t.left.increment()
	t.right.increment()
}

// build returns the perfect tree with leaves next+1, next+2, ...
func build(depth int64, next *int64) *Tree {
	if depth == 0 {
		*next++
		return &Tree{value: *next}
	}
	tree := new(Tree)
	tree.left = build(depth-1, next)
	tree.right = build(depth-1, next)
	return tree
}

// eval wraps, and returns zero for a division by zero.
func (e *Expr) eval() int32 {
	if e.operator == value {
		return e.value
	}
	left, right := e.left.eval(), e.right.eval()
	switch e.operator {
	case add:
		return left + right
	case sub:
		return left - right
	case mul:
		return left * right
	}
	if right == 0 {
		return 0
	}
	return left / right
}

// job does a task once.
type job func()

// prepare returns the job of a task, and a function that returns the answer after it.
func prepare(task string, bytes packed, argument int64) (job, func() int64) {
	var answer int64
	result := func() int64 { return answer }
	if task == "eval" {
		expr := bytes.expr()
		return func() { answer = int64(expr.eval()) }, result
	}
	if task == "build" {
		var tree *Tree
		return func() { tree = build(argument, new(int64)) }, func() int64 { return tree.sum() }
	}
	tree := bytes.tree()
	switch task {
	case "sum":
		return func() { answer = tree.sum() }, result
	case "right-most":
		return func() { answer = tree.rightMost() }, result
	case "increment":
		return tree.increment, tree.sum
	case "contains":
		return func() {
			answer = 0
			if tree.contains(argument) {
				answer = 1
			}
		}, result
	}
	log.Fatalf("unknown task %q", task)
	return nil, nil
}

func main() {
	in := bufio.NewReader(os.Stdin)
	var task string
	var size, argument int64
	if _, err := fmt.Fscanf(in, "%s %d %d\n", &task, &size, &argument); err != nil {
		log.Fatal(err)
	}
	bytes := make(packed, size)
	if _, err := io.ReadFull(in, bytes); err != nil {
		log.Fatal(err)
	}
	run, answer := prepare(task, bytes, argument)
	for {
		var iterations int64
		if _, err := fmt.Fscanf(in, "%d\n", &iterations); err == io.EOF {
			return
		} else if err != nil {
			log.Fatal(err)
		}
		start := time.Now()
		for i := int64(0); i < iterations; i++ {
			run()
		}
		elapsed := time.Since(start)
		fmt.Println(answer(), elapsed.Nanoseconds())
	}
}
