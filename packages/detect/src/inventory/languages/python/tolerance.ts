import type { SyntaxNode } from '../../syntax-node.ts';
import { dottedName, lastName, numberLiteral, readArguments } from './expressions.ts';

interface Margin {
  /** The default tolerance; relative and absolute ones are treated alike, and the wider counts. */
  readonly usual: number;
  /** Names and positions of tolerance arguments. */
  readonly margins: readonly (readonly [name: string, place: number])[];
  /** Name and position of the argument with the number of decimals. */
  readonly places?: readonly [name: string, place: number];
}

// a comparison to `places` decimals allows half a unit of the last one
const ofPlaces = (places: number): number => 0.5 * 10 ** -places;

const MARGINS: ReadonlyMap<string, Margin> = new Map([
  [
    'approx',
    {
      usual: 1e-6,
      margins: [
        ['rel', 1],
        ['abs', 2],
      ],
    },
  ],
  [
    'isclose',
    {
      usual: 1e-9,
      margins: [
        ['rel_tol', -1],
        ['abs_tol', -1],
        ['rtol', 2],
        ['atol', 3],
      ],
    },
  ],
  [
    'allclose',
    {
      usual: 1e-5,
      margins: [
        ['rtol', 2],
        ['atol', 3],
      ],
    },
  ],
  [
    'assert_allclose',
    {
      usual: 1e-7,
      margins: [
        ['rtol', 2],
        ['atol', 3],
      ],
    },
  ],
  [
    'assert_close',
    {
      usual: 1e-5,
      margins: [
        ['rtol', -1],
        ['atol', -1],
      ],
    },
  ],
  ['assertAlmostEqual', { usual: ofPlaces(7), margins: [['delta', 4]], places: ['places', 2] }],
  ['assertNotAlmostEqual', { usual: ofPlaces(7), margins: [['delta', 4]], places: ['places', 2] }],
  ['assert_almost_equal', { usual: ofPlaces(7), margins: [], places: ['decimal', 2] }],
  ['assert_array_almost_equal', { usual: ofPlaces(6), margins: [], places: ['decimal', 2] }],
  ['assert_approx_equal', { usual: ofPlaces(7), margins: [], places: ['significant', 2] }],
] satisfies readonly [string, Margin][]);

/** The tolerance of a comparison call, or of a call in it such as `approx(x)`; null if there is none. */
export function findTolerance(node: SyntaxNode): number | null {
  for (const call of node.walk()) {
    if (call.type !== 'call') continue;
    const margin = MARGINS.get(lastName(dottedName(call.child('function')) ?? ''));
    if (margin !== undefined) return toleranceOf(call, margin);
  }
  return null;
}

function toleranceOf(call: SyntaxNode, { usual, margins, places }: Margin): number | null {
  const { placed, named } = readArguments(call);
  const at = ([name, place]: readonly [string, number]) => named.get(name) ?? placed[place];
  const written = margins.map(at).filter((node) => node !== undefined && node.type !== 'none');
  const decimals = places === undefined ? undefined : at(places);
  if (written.length > 0) {
    const numbers = written.map(numberLiteral);
    return numbers.includes(null) ? null : Math.max(...numbers.map(Number));
  }
  if (decimals === undefined || decimals.type === 'none') return usual;
  const count = numberLiteral(decimals);
  return count === null ? null : ofPlaces(count);
}
