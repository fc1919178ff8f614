import type { Finding } from '@assay/schema';
import type { TestPair } from './match-tests.ts';

/** Reports tests that newly mock the unit they test. */
export function describeMocked(
  pairs: readonly TestPair[],
  severity: NonNullable<Finding['severity']>,
): readonly Finding[] {
  const modules = new Set<string>();
  return pairs.flatMap((pair) =>
    newlyMocked(pair).flatMap((mock) => {
      const { path, test } = pair.after;
      const place = { path, line: test.line, kind: 'mocked_unit', severity, after: mock };
      if (returnsAsserted(pair, mock)) return [{ ...place, message: `the test "${test.name}" ${replaces(mock)}` }];
      // a module is mocked for all tests of a file at once
      if (!isNamesake(mock, path) || modules.has(`${path}\0${mock}`)) return [];
      modules.add(`${path}\0${mock}`);
      return [{ ...place, message: `the file ${replaces(mock)}` }];
    }),
  );
}

const replaces = (mock: string): string => `replaces ${mock} by a stand-in, although it is what it tests`;

function newlyMocked({ before, after }: TestPair): readonly string[] {
  const known = new Set(before.test.mocks);
  return after.test.mocks.filter((mock) => !known.has(mock));
}

/** Whether assertions of a test check what the unit returns. */
const returnsAsserted = ({ before }: TestPair, mock: string): boolean =>
  before.test.assertions.some(({ subject }) => callsIn(subject, unitOf(mock)));

/** Whether a test file is named after a module. */
function isNamesake(mock: string, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return mock.includes('/') && unitOf(mock) === name.replace(/[._-](?:tests?|spec)\.\w+$/, '') && unitOf(mock) !== name;
}

// the last name of `shop.cart.total`, or of a module such as `../src/cart.js`
function unitOf(mock: string): string {
  const name = mock.includes('/') ? mock.replace(/\.[cm]?[jt]sx?$/, '') : mock;
  return name.split(/[.:/]+/).at(-1) ?? name;
}

function callsIn(subject: string, unit: string): boolean {
  const at = subject.indexOf(`${unit}(`);
  return unit !== '' && at >= 0 && !/[\w$]/.test(subject[at - 1] ?? ' ');
}
