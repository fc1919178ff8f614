import type { TestLoss } from '@assay/schema';
import { oneLine } from '../../inventory/facts.ts';
import type { Line } from '../../inventory/outline.ts';
import { declaredName } from '../guard.ts';
import { createPhrases } from '../phrases.ts';
import type { UnitChange } from '../unit-change.ts';

type ProductChange = Pick<UnitChange, 'path' | 'before' | 'after' | 'gained'>;

/** Comparisons of the product that take less into account: every assertion that compares such values accepts more. */
export function judgeComparisons(product: readonly ProductChange[]): TestLoss[] {
  return product.flatMap((change): TestLoss[] => {
    const changed = findLooser(change);
    if (changed === undefined || change.before.length === 0) return [];
    return [
      {
        aspect: 'accepts',
        grade: 'review',
        path: change.path,
        line: changed.line,
        test: null,
        message: 'the product compares or prints values differently; make sure that tests still tell right from wrong',
        after: oneLine(changed.text),
      },
    ];
  });
}

/** A comparison that is new, tolerant, constant, or without a field that was compared. */
function findLooser({ before, after, gained }: ProductChange): Line | undefined {
  const [old, now, added] = [before, after, gained].map((lines) => lines.filter(isComparison));
  if (old === undefined || now === undefined || added === undefined) return undefined;
  const left = new Set(now.flatMap(fieldsIn));
  const isReduced = old.flatMap(fieldsIn).some((field) => !left.has(field));
  const isNew = ({ text }: Line): boolean =>
    isHead(text) && !old.some((line) => declaredName(line.text) === declaredName(text));
  const looser = gained.find(({ text }) => LEFT_OUT.test(text));
  return isReduced ? (added[0] ?? now[0]) : (looser ?? added.find((line) => isNew(line) || tolerates(line.text)));
}

// a field that generated comparisons ignore
const LEFT_OUT = /\bcompare=False|\beq=False|@EqualsAndHashCode\.Exclude|\bPartialEq="ignore"/;

const fieldsIn = ({ text }: Line): string[] =>
  [...text.matchAll(/\.([\p{L}_][\p{L}\p{N}_]*)(?!\w*\()/gu)].map(([, name = '']) => name);

const tolerates = createPhrases({
  any: ['abs(', 'round(', 'floor(', 'trunc(', 'lower(', 'trim(', 'startsWith(', 'includes('],
  python: ['return True', 'isclose(', 'bool(', 'len(', 'int(', 'type(', 'strip(', 'startswith('],
  javascript: ['return true', 'toLowerCase('],
  go: ['EqualFold(', 'Contains(', 'HasPrefix('],
  java: ['equalsIgnoreCase(', 'toLowerCase(', 'contains('],
  rust: ['^true', 'eq_ignore_ascii_case(', 'to_lowercase(', 'starts_with('],
});

const compares = createPhrases({
  python: ['__eq__(', '__ne__(', '__hash__(', '__lt__(', '__repr__(', '__str__('],
  javascript: [
    'isEqual(',
    'toJSON(',
    'toString(',
    'valueOf(',
    'asymmetricMatch(',
    'Symbol.toPrimitive',
    // the name under which consoles and assertions print a value
    '[Symbol.for(',
  ],
  go: ['Equal('],
  java: ['equals(', 'hashCode(', 'compareTo(', 'compare('],
  csharp: ['Equals('],
  rust: ['eq(', 'ne(', 'cmp(', 'partial_cmp('],
});

const TRAITS =
  /^(?:unsafe )?impl\b.*\b(?:PartialEq|Eq|PartialOrd|Ord|Debug|Display)\b.* for |^#\[derive\(.*\bPartialEq\b/;

const isHead = (text: string): boolean => text.endsWith('…') || text.startsWith('#[');

const isComparison = ({ text, guards }: Line): boolean =>
  [...guards, ...(isHead(text) ? [text] : [])].some((head) => compares(head) || TRAITS.test(head));
