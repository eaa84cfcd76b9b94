// Reads a log of Assay over HTTP with the libraries of Go's checksum database and of transparency-dev, and verifies
// its checkpoint, every inclusion proof, consistency proofs, and proofs that Assay wrote.
//
//	go run . URL VERIFIER_KEY [PROOF...]
package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const bundleWidth = 256

func main() {
	if len(os.Args) < 3 {
		fail("usage: go run . URL VERIFIER_KEY [PROOF...]")
	}
	log := &reader{url: strings.TrimSuffix(os.Args[1], "/")}
	verifier, err := note.NewVerifier(os.Args[2])
	check(err, "the verifier key")
	tree := openCheckpoint(log.get("checkpoint"), verifier)
	leaves := readEntries(log, tree)
	verifyInclusions(log, tree, leaves)
	verifyConsistencies(log, tree, leaves)
	for _, file := range os.Args[3:] {
		verifyProofFile(file, verifier, leaves)
	}
	fmt.Printf("read %d entries; %d proofs of ours\n", tree.N, len(os.Args)-3)
}

// openCheckpoint verifies the signature of a checkpoint and gives its tree.
func openCheckpoint(message []byte, verifier note.Verifier) tlog.Tree {
	opened, err := note.Open(message, note.VerifierList(verifier))
	check(err, "the checkpoint")
	origin, rest, _ := strings.Cut(opened.Text, "\n")
	if origin != verifier.Name() {
		fail("the checkpoint is of " + origin)
	}
	// Go's checksum database has its own first line; the other two are the same.
	tree, err := tlog.ParseTree([]byte("go.sum database tree\n" + rest))
	check(err, "the checkpoint's tree")
	return tree
}

// readEntries reads every bundle and gives the leaf hashes, after it has compared them with the tree's root.
func readEntries(log *reader, tree tlog.Tree) []tlog.Hash {
	var leaves []tlog.Hash
	for first := int64(0); first < tree.N; first += bundleWidth {
		width := min(tree.N-first, bundleWidth)
		tile := tlog.Tile{H: 8, L: -1, N: first / bundleWidth, W: int(width)}
		bundle := log.get(pathOf(tile))
		for len(bundle) > 0 {
			size := int(binary.BigEndian.Uint16(bundle))
			leaves = append(leaves, tlog.RecordHash(bundle[2:2+size]))
			bundle = bundle[2+size:]
		}
	}
	if int64(len(leaves)) != tree.N {
		fail(fmt.Sprintf("the bundles have %d entries, the checkpoint %d", len(leaves), tree.N))
	}
	if root := rootOf(leaves); root != tree.Hash {
		fail("the entries do not give the root of the checkpoint")
	}
	return leaves
}

// verifyInclusions proves every entry from the tiles, by both libraries.
func verifyInclusions(log *reader, tree tlog.Tree, leaves []tlog.Hash) {
	hashes := tlog.TileHashReader(tree, log)
	for index, leaf := range leaves {
		steps, err := tlog.ProveRecord(tree.N, int64(index), hashes)
		check(err, "reading an inclusion proof")
		check(tlog.CheckRecord(steps, tree.N, tree.Hash, int64(index), leaf), "sumdb/tlog: inclusion")
		check(proof.VerifyInclusion(rfc6962.DefaultHasher, uint64(index), uint64(tree.N), leaf[:],
			slices(steps), tree.Hash[:]), "transparency-dev/merkle: inclusion")
	}
}

// verifyConsistencies proves that the log continues its earlier states.
func verifyConsistencies(log *reader, tree tlog.Tree, leaves []tlog.Hash) {
	hashes := tlog.TileHashReader(tree, log)
	for size := int64(1); size < tree.N; size += 37 {
		earlier := rootOf(leaves[:size])
		steps, err := tlog.ProveTree(tree.N, size, hashes)
		check(err, "reading a consistency proof")
		check(tlog.CheckTree(steps, tree.N, tree.Hash, size, earlier), "sumdb/tlog: consistency")
		check(proof.VerifyConsistency(rfc6962.DefaultHasher, uint64(size), uint64(tree.N), slices(steps),
			earlier[:], tree.Hash[:]), "transparency-dev/merkle: consistency")
	}
}

// verifyProofFile verifies a proof that Assay wrote (c2sp.org/tlog-proof).
func verifyProofFile(file string, verifier note.Verifier, leaves []tlog.Hash) {
	text, err := os.ReadFile(file)
	check(err, "a proof")
	head, checkpoint, _ := strings.Cut(string(text), "\n\n")
	lines := strings.Split(head, "\n")
	var index int64
	_, err = fmt.Sscanf(lines[1], "index %d", &index)
	check(err, "the index of "+file)
	var steps tlog.RecordProof
	for _, line := range lines[2:] {
		hash, err := tlog.ParseHash(line)
		check(err, "a hash of "+file)
		steps = append(steps, hash)
	}
	tree := openCheckpoint([]byte(checkpoint), verifier)
	check(tlog.CheckRecord(steps, tree.N, tree.Hash, index, leaves[index]), file)
	check(proof.VerifyInclusion(rfc6962.DefaultHasher, uint64(index), uint64(tree.N), leaves[index][:],
		slices(steps), tree.Hash[:]), file)
}

func slices(hashes []tlog.Hash) [][]byte {
	all := make([][]byte, len(hashes))
	for at := range hashes {
		all[at] = hashes[at][:]
	}
	return all
}

// rootOf computes the root of leaf hashes with sumdb/tlog.
func rootOf(leaves []tlog.Hash) tlog.Hash {
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		var found []tlog.Hash
		for _, index := range indexes {
			found = append(found, stored[index])
		}
		return found, nil
	})
	for at, leaf := range leaves {
		hashes, err := tlog.StoredHashesForRecordHash(int64(at), leaf, reader)
		check(err, "hashing")
		stored = append(stored, hashes...)
	}
	root, err := tlog.TreeHash(int64(len(leaves)), reader)
	check(err, "hashing")
	return root
}

// reader fetches from a log; it is the tile reader of sumdb/tlog.
type reader struct{ url string }

func (log *reader) Height() int { return 8 }

func (log *reader) SaveTiles([]tlog.Tile, [][]byte) {}

func (log *reader) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	all := make([][]byte, len(tiles))
	for at, tile := range tiles {
		all[at] = log.get(pathOf(tile))
	}
	return all, nil
}

// pathOf gives the path of c2sp.org/tlog-tiles: that of the checksum database without the height.
func pathOf(tile tlog.Tile) string {
	path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
	return strings.Replace(path, "tile/data/", "tile/entries/", 1)
}

var fetched = map[string][]byte{}

func (log *reader) get(path string) []byte {
	if known, ok := fetched[path]; ok {
		return known
	}
	response, err := http.Get(log.url + "/" + path)
	check(err, path)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	check(err, path)
	if response.StatusCode != http.StatusOK {
		fail(fmt.Sprintf("%s answered %d: %s", path, response.StatusCode, body))
	}
	fetched[path] = body
	return body
}

func check(err error, what string) {
	if err != nil {
		fail(what + ": " + err.Error())
	}
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(1)
}
