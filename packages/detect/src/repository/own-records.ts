import type { Change } from './change.ts';

/** Ignore rules for the records of Assay itself, except for the files that people write. */
export const OWN_RULES = '**/.assay/*\n!**/.assay/allowed-test-changes.*\n';

const OWN_RECORD = /(?:^|\/)\.assay\/(?!allowed-test-changes\.)/;

/** A change without runs, proofs and other records of Assay: they quote tests and commands, and are no part of the work. */
export function withoutOwnRecords(change: Change): Change {
  const isWork = (path: string): boolean => !OWN_RECORD.test(path);
  return {
    ...change,
    changed_paths: change.changed_paths.filter(({ path }) => isWork(path)),
    files: new Map([...change.files].filter(([path]) => isWork(path))),
    unread: change.unread.filter(isWork),
    readUnchanged: (choose) => change.readUnchanged((paths) => choose(paths.filter(isWork))),
  };
}
