import type { TestLoss } from '@assay/schema';
import { oneLine } from '../inventory/facts.ts';
import { findLanguage } from '../inventory/languages/index.ts';
import { isOnlyRunnerConfig, isRunnerConfig } from '../signals/runner-config.ts';
import type { ChangedText } from './configuration.ts';

interface Context {
  readonly known_tests: readonly string[];
  readonly product_changed: boolean;
}

/** Files that tests read: expected results and inputs that a change rewrote or removed without a change of the product. */
export function judgeData(
  files: ReadonlyMap<string, ChangedText>,
  { known_tests, product_changed }: Context,
): TestLoss[] {
  if (product_changed) return [];
  return [...files].flatMap(([path, { before, after }]): TestLoss[] => {
    if (before !== null && after === null && /(?:^|\/)tests?\/(?:.*\/)?__init__\.py$/.test(path))
      return [
        {
          aspect: 'runs',
          grade: 'review',
          path,
          line: 1,
          test: null,
          message: 'the folder is no package any more; make sure that its tests are still found',
        },
      ];
    if (before === null || !isTestData(path, known_tests)) return [];
    // moved
    if (after === null && [...files.values()].some((other) => other.before === null && other.after === before))
      return [];
    if (after === null)
      return [
        {
          aspect: 'runs',
          grade: 'review',
          path,
          line: 1,
          test: null,
          message: 'data of the tests is gone; keep the cases it held',
        },
      ];
    const [old, now] = [before.split('\n'), after.split('\n')];
    const at = now.findIndex((line, index) => line !== old[index]);
    // only more of the same
    if (old.every((line) => line.trim() === '' || after.includes(line.trim()))) return [];
    return [
      {
        aspect: 'independent',
        grade: 'review',
        path,
        line: Math.max(0, at) + 1,
        test: null,
        message:
          'data of the tests says something else, although the product did not change; make sure that it is right',
        before: oneLine(old[at] ?? ''),
        after: oneLine(now[at] ?? ''),
      },
    ];
  });
}

/** Folders of what tests read. */
export const TEST_FOLDER =
  /(?:^|\/)(?:tests?|specs?|__tests__|testdata|test-data|fixtures?|goldens?|snapshots?|__snapshots__|cases|e2e)\//i;
const NO_DATA =
  /(?:^|\/)(?:LICENSE|CHANGELOG|NOTICE|README[^/]*|package(?:-lock)?\.json|[^/]*\.lock|[^/]*\.(?:sum|mod|gradle|kts|xml\.dist))$|\.(?:rst|adoc)$/i;

const isTestData = (path: string, known_tests: readonly string[]): boolean =>
  findLanguage(path) === undefined &&
  !isOnlyRunnerConfig(path) &&
  !isRunnerConfig(path) &&
  (TEST_FOLDER.test(path) ||
    (!NO_DATA.test(path) && known_tests.some((text) => text.includes(path.slice(path.lastIndexOf('/') + 1)))));
