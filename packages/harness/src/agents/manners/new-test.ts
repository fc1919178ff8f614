import { applyEdits, type Edit } from '../edits/apply-edits.ts';
import { readFiles } from '../workspace/read-files.ts';
import { isTest, listTests } from '../workspace/test-files.ts';
import { defineManner } from './manner.ts';

/** Adds a file with tests beside the others. */
export const newTest = defineManner({
  id: 'new-test',
  title: 'Adds a test',
  async act({ workspace }, solve) {
    await solve();
    await applyEdits(workspace, planNewTest(await readFiles(workspace)));
  },
});

/** A new test file: the copy of one that exists, or an own one where copies cannot stand beside the original. */
export function planNewTest(files: ReadonlyMap<string, string>): Edit[] {
  for (const [path, text] of listTests(files)) {
    const way = WAYS.find(({ files: pattern }) => pattern.test(path));
    if (way === undefined || SNAPSHOT.test(text)) continue;
    const copy = path.replace(way.files, way.name);
    if (!files.has(copy)) return [{ path: copy, content: way.write?.(text) ?? text }];
  }
  return [];
}

/** Patterns of the paths that new tests beside these would have. */
export const listNewTestPatterns = (paths: readonly string[]): string[] => [
  ...new Set(
    paths.filter(isTest).flatMap((path) => {
      const way = WAYS.find(({ files }) => files.test(path));
      return way === undefined ? [] : [path.replace(/[[*?]/g, '[$&]').replace(way.files, way.pattern)];
    }),
  ),
];

// a runner refuses to write new snapshots where nobody looks at them
const SNAPSHOT = /snapshot/i;

interface Way {
  readonly files: RegExp;
  readonly name: string;
  /** All tests beside it. */
  readonly pattern: string;
  /** Default: a copy. */
  write?(text: string): string;
}

const WAYS: readonly Way[] = [
  { files: /(^|\/)(test_[^/]*)\.py$/, name: '$1$2_more.py', pattern: '$1test_*.py' },
  { files: /([^/]+)_test\.py$/, name: '$1_more_test.py', pattern: '*_test.py' },
  { files: /([^/]+)\.(test|spec)\.([cm]?[jt]sx?)$/, name: '$1.more.$2.$3', pattern: '*.$2.$3' },
  { files: /(^|\/)(tests?)\/([^/]+)\.([cm]?js)$/, name: '$1$2/$3-more.$4', pattern: '$1$2/*.$4' },
  { files: /([^/]+)_test\.go$/, name: '$1_more_test.go', pattern: '*_test.go', write: writeGo },
  { files: /(^|\/)(tests\/[^/]+)\.rs$/, name: '$1$2_more.rs', pattern: '$1tests/*.rs' },
];

// functions of a package have one name each
function writeGo(text: string): string {
  const name = /^package (\w+)$/m.exec(text)?.[1] ?? 'main';
  return `package ${name}\n\nimport "testing"\n\nfunc TestMoreOfIt(t *testing.T) {\n\tif got := len([]int{1, 2}); got != 2 {\n\t\tt.Errorf("expected 2, found %d", got)\n\t}\n}\n`;
}
