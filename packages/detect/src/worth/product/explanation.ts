import type { Outlines } from '../../inventory/inventory.ts';
import { isImport, type Line } from '../../inventory/outline.ts';
import { assignedName, declaredName } from '../guard.ts';
import type { Unit, UnitChange } from '../unit-change.ts';

type ProductChange = Pick<UnitChange, 'before' | 'after' | 'lost' | 'gained' | 'moved'>;

/** Whether what the product does may have changed for a test, or for code that tests share. */
export type Explains = (unit: Unit) => boolean;

// calls of calls of a changed function
const MOST_ROUNDS = 8;

/** A change of the product explains what happens to tests that use what changed, directly or through other code. */
export function createExplanation(product: readonly ProductChange[], tests: Outlines): Explains {
  const known = product.filter(existed);
  const changed = known.flatMap(listChanges);
  if (changed.length === 0) return () => false;
  const owners = changed.map(ownerOf);
  if (owners.includes(undefined)) return () => true;
  const names = new Set(owners.filter((name) => name !== undefined));
  const sources = [
    ...known.flatMap(({ after }) => after),
    ...[...tests.after.values()].flatMap((lines) => lines.filter(({ test }) => test === null)),
  ];
  const uses = groupWords(sources);
  for (let round = 0; round < MOST_ROUNDS && spread(names, uses); round++);
  const isTouched = ({ text }: Line): boolean => wordsIn(text).some((word) => names.has(word));
  return ({ path, before, after }) =>
    [...before, ...after, ...(tests.after.get(path) ?? []).filter(isLoose)].some(isTouched);
}

/** Whether the product does something else than before. */
export const changesProduct = (product: readonly ProductChange[]): boolean =>
  product.some((change) => existed(change) && listChanges(change).length > 0);

// a file that is new may be a stand-in that only tests use
const existed = ({ before }: ProductChange): boolean => before.length > 0;

const listChanges = ({ lost, gained, moved }: ProductChange): readonly Line[] => [
  ...[...lost, ...gained].filter(behaves),
  ...moved.map((pair) => pair.after),
];

/** Adds what uses a name. */
function spread(names: Set<string>, uses: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const more = [...uses].filter(([owner, words]) => !names.has(owner) && [...words].some((word) => names.has(word)));
  for (const [owner] of more) names.add(owner);
  return more.length > 0;
}

function groupWords(lines: readonly Line[]): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = new Map<string, Set<string>>();
  for (const line of lines) {
    const owner = ownerOf(line);
    if (owner === undefined) continue;
    const words = groups.get(owner) ?? new Set();
    groups.set(owner, words);
    for (const word of wordsIn(line.text)) words.add(word);
  }
  return groups;
}

/** The function, class or variable that a statement belongs to. */
function ownerOf({ text, guards }: Line): string | undefined {
  const [outer, member] = [...guards, text].flatMap((head) => declaredName(head) ?? assignedName(head) ?? []);
  const isMember = member !== undefined && !CREATES.test(member) && isClass(guards[0] ?? text);
  return isMember ? member : outer;
}

const isClass = (head: string): boolean => /\b(?:class|interface|enum|impl|trait|mod|namespace)\b/.test(head);
// a change of what creates an object is one of its class
const CREATES = /^(?:constructor|__init__|__new__|new|init)$/;

const isLoose = (line: Line): boolean => line.test === null && !isImport(line) && ownerOf(line) === undefined;

const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];

/** Whether a statement can change what the product does. */
const behaves = (line: Line): boolean => !isImport(line) && !NO_EFFECT.test(line.text);

// a list of exports, the number of a version, a text that documents
const NO_EFFECT =
  /^export ?[{*]|^module\.exports=\{|^__all__\W|^(?:export |const |let |var |pub )*_*version_*\W|^[rbuf]{0,2}["'`]/i;
