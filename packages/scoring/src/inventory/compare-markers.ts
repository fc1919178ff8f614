import type { FileInventory, TestMarker } from '@assay/schema';
import type { Matching } from './match-tests.ts';
import { compare, type PlacedTest } from './placed-test.ts';

/** An added or removed marker, with its location and tests. */
export interface MarkerChange {
  readonly path: string;
  readonly marker: TestMarker;
  /** The tests that gained or lost it; none when it applies to a whole file. */
  readonly tests: readonly PlacedTest[];
  /** Whether the tests were added or removed with it. */
  readonly with_tests: boolean;
}

export interface MarkerComparison {
  readonly added: readonly MarkerChange[];
  readonly removed: readonly MarkerChange[];
}

/**
 * Compares the markers of matched tests. A marker on a group counts once, however many tests are in the group. It is
 * new when it is on a test that had none like it, but not because a test was added to a marked group.
 */
export function compareMarkers(
  matching: Matching,
  files: { readonly before: readonly FileInventory[]; readonly after: readonly FileInventory[] },
): MarkerComparison {
  const sides = { before: createSightings(), after: createSightings() };
  for (const { before, after } of matching.pairs) {
    const { kept, gone, come } = pairMarkers(before.test.markers, after.test.markers);
    for (const pair of kept) {
      sides.before.see(before, { marker: pair.before, as: 'kept' });
      sides.after.see(after, { marker: pair.after, as: 'kept' });
    }
    for (const marker of gone) sides.before.see(before, { marker, as: 'changed' });
    for (const marker of come) sides.after.see(after, { marker, as: 'changed' });
  }
  for (const placed of matching.removed) {
    for (const marker of placed.test.markers) sides.before.see(placed, { marker, as: 'with_test' });
  }
  for (const placed of matching.added) {
    for (const marker of placed.test.markers) sides.after.see(placed, { marker, as: 'with_test' });
  }
  const whole = pairFileMarkers(files.before, files.after);
  return {
    added: [...sides.after.list(), ...whole.come].sort(inPlace),
    removed: [...sides.before.list(), ...whole.gone].sort(inPlace),
  };
}

const inPlace = (a: MarkerChange, b: MarkerChange): number =>
  compare(a.path, b.path) || a.marker.line - b.marker.line || compare(a.marker.text, b.marker.text);

interface Sighting {
  readonly path: string;
  readonly marker: TestMarker;
  kept: boolean;
  readonly changed: PlacedTest[];
  readonly with_test: PlacedTest[];
}

interface Sightings {
  see(placed: PlacedTest, sight: { readonly marker: TestMarker; readonly as: 'kept' | 'changed' | 'with_test' }): void;
  list(): readonly MarkerChange[];
}

/** Collects all tests that each marker applies to. */
function createSightings(): Sightings {
  const seen = new Map<string, Sighting>();
  return {
    see(placed, { marker, as }) {
      const key = [placed.path, marker.line, marker.kind, marker.text].join('\0');
      const sighting = seen.get(key) ?? { path: placed.path, marker, kept: false, changed: [], with_test: [] };
      seen.set(key, sighting);
      if (as === 'kept') sighting.kept = true;
      else sighting[as].push(placed);
    },
    list: () =>
      [...seen.values()].flatMap(({ path, marker, kept, changed, with_test }): MarkerChange[] => {
        if (changed.length > 0) return [{ path, marker, tests: changed, with_tests: false }];
        if (with_test.length > 0 && !kept) return [{ path, marker, tests: with_test, with_tests: true }];
        return [];
      }),
  };
}

interface MarkerPairs {
  readonly kept: readonly { readonly before: TestMarker; readonly after: TestMarker }[];
  readonly gone: readonly TestMarker[];
  readonly come: readonly TestMarker[];
}

const KEYS: readonly ((marker: TestMarker) => string)[] = [
  ({ kind, text }) => `${kind} ${text}`,
  ({ kind, conditional }) => `${kind} ${conditional}`,
  ({ kind }) => kind,
  () => '',
];

function pairMarkers(before: readonly TestMarker[], after: readonly TestMarker[]): MarkerPairs {
  const kept: { before: TestMarker; after: TestMarker }[] = [];
  let come = [...after];
  let gone = [...before];
  for (const keyOf of KEYS) {
    gone = gone.filter((marker) => {
      const twin = come.find((other) => keyOf(other) === keyOf(marker));
      if (twin === undefined) return true;
      come = come.filter((other) => other !== twin);
      kept.push({ before: marker, after: twin });
      return false;
    });
  }
  return { kept, gone, come };
}

/** Matches markers of whole files, first in the same file, then in any: a file may have moved. */
function pairFileMarkers(
  before: readonly FileInventory[],
  after: readonly FileInventory[],
): { readonly gone: readonly MarkerChange[]; readonly come: readonly MarkerChange[] } {
  const place = (files: readonly FileInventory[]): MarkerChange[] =>
    files
      .flatMap(({ path, markers }) => markers.map((marker) => ({ path, marker, tests: [], with_tests: false })))
      .sort(inPlace);
  const keys = [
    ({ path, marker }: MarkerChange) => `${path}\0${marker.kind}\0${marker.text}`,
    ({ path, marker }: MarkerChange) => `${path}\0${marker.kind}`,
    ({ marker }: MarkerChange) => `${marker.kind}\0${marker.text}`,
  ];
  const come = new Set(place(after));
  const gone = new Set(place(before));
  for (const keyOf of keys) {
    const waiting = new Map<string, MarkerChange[]>();
    for (const change of come) {
      const group = waiting.get(keyOf(change));
      if (group === undefined) waiting.set(keyOf(change), [change]);
      else group.push(change);
    }
    for (const change of [...gone]) {
      const twin = waiting.get(keyOf(change))?.shift();
      if (twin === undefined) continue;
      gone.delete(change);
      come.delete(twin);
    }
  }
  return { gone: [...gone], come: [...come] };
}
