import { extname } from 'node:path/posix';
import type { TestLoss } from '@assay/schema';
import { oneLine } from '../inventory/facts.ts';
import { findLanguage } from '../inventory/languages/index.ts';
import { isOnlyRunnerConfig, isRunnerConfig } from '../signals/runner-config.ts';
import type { ChangedText } from './configuration/judge-configuration.ts';

interface Context {
  readonly known_tests: readonly string[];
  readonly product_changed: boolean;
}

/** Files that tests read: expected results and inputs that a change rewrote, or removed without a change of the product. */
export function judgeData(
  files: ReadonlyMap<string, ChangedText>,
  { known_tests, product_changed }: Context,
): TestLoss[] {
  const moved = new Set(
    [...files].flatMap(([path, { before, after }]) => (before === null ? `${extname(path)}\n${after}` : [])),
  );
  return [...files].flatMap(([path, { before, after }]): TestLoss[] => {
    if (before === null) return [];
    const at = { path, line: 1, test: null, grade: 'review' } as const;
    if (after === null && product_changed) return [];
    if (after === null && TEST_PACKAGE.test(path))
      return [
        {
          ...at,
          aspect: 'runs',
          message: 'the folder is no package any more; make sure that its tests are still found',
        },
      ];
    if (!isTestData(path, known_tests) || (after === null && moved.has(`${extname(path)}\n${before}`))) return [];
    if (after === null)
      return [{ ...at, aspect: 'runs', message: 'data of the tests is gone; keep the cases it held' }];
    const [old, now] = [before.split('\n'), after.split('\n')];
    // only more of the same
    if (old.every((line) => line.trim() === '' || after.includes(line.trim()))) return [];
    const first = Math.max(
      0,
      now.findIndex((line, index) => line !== old[index]),
    );
    return [
      {
        ...at,
        aspect: 'independent',
        line: first + 1,
        message: product_changed
          ? 'data of the tests says something else, as does the product; make sure that each difference is right'
          : 'data of the tests says something else, although the product did not change; make sure that it is right',
        before: oneLine(old[first] ?? ''),
        after: oneLine(now[first] ?? ''),
      },
    ];
  });
}

const TEST_PACKAGE = /(?:^|\/)tests?\/(?:.*\/)?__init__\.py$/;

const FOLDERS = [
  ...['tests?', 'specs?', '__tests__', 'e2e', 'cases'],
  ...['testdata', 'test-data', 'fixtures?', 'goldens?', 'snapshots?', '__snapshots__'],
];

/** Folders of what tests read. */
export const TEST_FOLDER = new RegExp(`(?:^|/)(?:${FOLDERS.join('|')})/`, 'i');

// what tests may name without reading it
const DOCUMENTS = /(?:^|\/)(?:LICENSE|CHANGELOG|NOTICE|README[^/]*)$|\.(?:md|rst|adoc)$/i;
const MANIFESTS =
  /(?:^|\/)(?:package(?:-lock)?\.json|[^/]*requirements[^/]*\.(?:txt|in)|[^/]*\.(?:lock|sum|mod|gradle|kts|xml\.dist))$/i;

const isTestData = (path: string, known_tests: readonly string[]): boolean =>
  findLanguage(path) === undefined &&
  !isOnlyRunnerConfig(path) &&
  !isRunnerConfig(path) &&
  (TEST_FOLDER.test(path) ||
    (!DOCUMENTS.test(path) &&
      !MANIFESTS.test(path) &&
      known_tests.some((text) => text.includes(path.slice(path.lastIndexOf('/') + 1)))));
