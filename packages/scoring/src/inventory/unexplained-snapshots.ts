import type { ChangedPath, Finding, SnapshotUpdate } from '@assay/schema';
import type { ChangedAssertion } from './compare-inventories.ts';

interface Updated {
  /** Snapshots stored in separate files. */
  readonly snapshots: readonly SnapshotUpdate[];
  readonly changed: readonly ChangedAssertion[];
  readonly changed_paths: readonly ChangedPath[];
}

interface Sorted {
  /** Snapshots that were updated although no related code changed. */
  readonly unexplained: readonly SnapshotUpdate[];
  /** All other changed assertions. */
  readonly others: readonly ChangedAssertion[];
}

/** Separates snapshots updated without a code change from all other changed assertions. */
export function sortSnapshots({ snapshots, changed, changed_paths }: Updated): Sorted {
  if (changed_paths.some(isProduct)) return { unexplained: [], others: changed };
  const inline = changed.filter(({ change, before }) => change === 'changed' && INLINE.test(before.text));
  return {
    unexplained: [...snapshots, ...inline.map(toUpdate)],
    others: changed.filter((one) => !inline.includes(one)),
  };
}

/** Formats them as findings. */
export const describeSnapshots = (
  snapshots: readonly SnapshotUpdate[],
  severity: NonNullable<Finding['severity']>,
): readonly Finding[] =>
  snapshots.map(({ path, line, name, before, after }) => ({
    path,
    line,
    kind: 'updated_snapshot',
    severity,
    before,
    after,
    message: `the snapshot${name === '' ? '' : ` "${name}"`} says something else, although no code changed that it is of`,
  }));

const toUpdate = ({ path, test_name, before, after }: ChangedAssertion): SnapshotUpdate => ({
  path,
  line: after.line,
  name: test_name,
  before: before.text,
  after: after.text,
});

const INLINE = /InlineSnapshot\(|\bassert(?:_\w+)?_snapshot!|[=(,]\s*snapshot\(/;

// dependencies and settings can change the output; tests, snapshots and documentation cannot
const NO_PRODUCT = [
  /(?:^|\/)(?:tests?|specs?|__tests__|__snapshots__|__mocks__|snapshots|e2e|fixtures|testdata)\//i,
  /(?:^|\/)(?:test_[^/]*|conftest)\.py$/,
  /[._-](?:tests?|spec|cy)\.[^/]+$/,
  /(?:Tests?|TestCase|Spec)\.(?:java|kt|scala|groovy|cs|php|swift)$/,
  /\.(?:snap|shot|ambr|(?:approved|verified)\.[^./]+)$/,
  /\.(?:md|mdx|rst|adoc|txt)$|(?:^|\/)(?:LICENSE|CHANGELOG|NOTICE)$/i,
];

const isProduct = ({ path }: ChangedPath): boolean => !NO_PRODUCT.some((pattern) => pattern.test(path));
