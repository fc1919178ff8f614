import { parseSource } from '@assay/detect';
import { listLineBugs } from './line-bugs.ts';
import type { BugCandidate } from './planted-bug.ts';
import { listSyntaxBugs } from './syntax-bugs.ts';

const SOURCE = /\.(c|cc|cjs|cpp|cs|cts|go|java|js|jsx|kt|mjs|mts|php|py|rb|rs|sh|swift|ts|tsx)$/;
const TEST =
  /(^|\/)(tests?|__tests__|spec|e2e|fixtures|testdata|examples|bench|benches|benchmarks?|docs|scripts|node_modules|vendor|dist|build|\.[^/]+)\/|(\.|_|-)(test|spec|bench)s?\.|(^|\/)(test_|tests?\.|conftest|setup\.py|build\.rs)|Tests?\.\w+$|\.config\.\w+$|\.d\.\w?ts$|(\.|-)test-d\./;

// Rust has unit tests in the file of the code
const TESTS_INSIDE = /^\s*#\[(?:cfg\(test\)|test)\]/m;

export const isSource = (path: string): boolean => SOURCE.test(path) && !TEST.test(path);

/** Places for bugs in the sources, by the syntax tree where the language has a grammar. */
export async function listBugs(files: ReadonlyMap<string, string>): Promise<BugCandidate[]> {
  const found: BugCandidate[] = [];
  for (const [path, text] of files) {
    if (!isSource(path)) continue;
    const tree = await parseSource(path, text);
    const placed = tree === undefined ? listLineBugs(path, text) : listSyntaxBugs(path, text, tree.root);
    const beside_tests = TESTS_INSIDE.test(text);
    found.push(...placed.map((bug) => ({ ...bug, beside_tests })));
  }
  return found;
}
