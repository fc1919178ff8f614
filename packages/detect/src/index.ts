// The public exports, pinned by a test.

export type { Baseline } from './baseline/baseline.ts';
export { type CreatedCommit, type GivenHistory, readGivenHistory } from './baseline/given-history.ts';
export {
  findWorkTreeRoot,
  readHeadBaseline,
  readWorktreeBaseline,
  takeBaseline,
} from './baseline/take-baseline.ts';
export { readAllowedChanges } from './check/allowed-changes.ts';
export { check, checkRead } from './check/check.ts';
export { type CheckedCommit, checkHistory } from './check/check-history.ts';
export { type Explanation, explainTest } from './check/explain-test.ts';
export { readChange } from './check/read-change.ts';
export { type CodeEvidence, readCode } from './check/read-code.ts';
export { readScorersFile } from './check/read-scorers.ts';
export { type AlteredTest, alterExpectations } from './controls/alter-expectations.ts';
export { breakTests, isSameTest } from './controls/break-tests.ts';
export { mayHoldTests } from './controls/may-hold-tests.ts';
export { writeQuestions } from './controls/write-questions.ts';
export { parseSource } from './inventory/find-tree.ts';
export { type ChangedFile, takeInventory } from './inventory/inventory.ts';
export { findGrammarInstall, requireGrammars } from './inventory/require-grammars.ts';
export type { SyntaxNode } from './inventory/syntax-node.ts';
export { createTestFileFilter } from './inventory/test-files.ts';
export { hasPatterns, lintPatterns } from './lint-patterns.ts';
export { type Change, MAX_TEXT_BYTES } from './repository/change.ts';
export { ABSENT, diffTrees, type TreeDifference } from './repository/diff-trees.ts';
export { findRepository, type Repository } from './repository/find-repository.ts';
export { parseList } from './repository/parse-list.ts';
export { readBlobs, readSizes } from './repository/read-blobs.ts';
export { findFork, type ResolvedRef, readObjectFormat, resolveRef } from './repository/resolve-refs.ts';
export { openScratchRepository } from './repository/scratch-repository.ts';
export { listTree, type TreePath } from './repository/tree-entries.ts';
export { findSecrets } from './secrets/find-secrets.ts';
export { findClaims } from './signals/find-claims.ts';
export { findLookups, type LookupOptions } from './signals/find-lookups.ts';
export { isManifest, type ProjectNames, readProjectNames } from './signals/project-names.ts';
export { readAsSource } from './signals/read-as-source.ts';
export { isOnlyRunnerConfig, isRunnerConfig } from './signals/runner-config.ts';
export { createBareRepository } from './trees/bare-repository.ts';
export { diffSnapshots } from './trees/diff-snapshots.ts';
export { findIgnored } from './trees/find-ignored.ts';
export { type FolderHandle, openFolder } from './trees/folder-handle.ts';
export { formatLastErrors, type GitOptions, requireGit, runGit } from './trees/git.ts';
export { formatTree, MODES, parseTree, type TreeEntry } from './trees/git-object.ts';
export { LARGE_BYTES } from './trees/hash-file.ts';
export { type ObjectReader, openObjectReader } from './trees/object-reader.ts';
export { createObjectStore, hashingSink, type ObjectSink, type ObjectStore } from './trees/object-store.ts';
export { formatName, formatPath, parsePath, quotePath } from './trees/path-name.ts';
export { findPidNamespace, isRunning } from './trees/processes.ts';
export { type Snapshot, takeSnapshot } from './trees/snapshot.ts';
export { isToolCache } from './trees/tool-caches.ts';
export { createTreeWriter, type TreeWriter } from './trees/tree-writer.ts';
export { MAX_DEPTH } from './trees/walk-tree.ts';
