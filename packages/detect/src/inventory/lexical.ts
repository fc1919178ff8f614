import type { TestAssertion, TestCase, TestMarker } from '@assay/schema';
import { type Block, type Blocks, createBlocks, endOfIndent, matchBraces } from './blocks.ts';
import { digestText, oneLine } from './facts.ts';
import type { Reading } from './language.ts';
import { type Lexicon, maskText } from './mask.ts';
import type { SourceText } from './syntax-node.ts';

/** Keyword patterns of tests, for files without a tree. They run on masked text in linear time. */
export interface Words extends Lexicon {
  /** How the body of a test or group is delimited. */
  readonly blocks: 'braces' | 'indent';
  /** The start of a test, with the group `name`; a string name is read from the unmasked text. */
  readonly test: RegExp;
  /** The start of a group of tests, such as a class, with the group `name`. */
  readonly group: RegExp;
  readonly assertion: RegExp;
  readonly markers: readonly { readonly kind: TestMarker['kind']; readonly pattern: RegExp }[];
}

// markers are on the lines directly above the test
const FARTHEST_MARKER = 2_000;

interface WordFile {
  readonly source: SourceText;
  readonly masked: string;
  readonly words: Words;
}

/** Reads a file by keywords: less precise than a tree, but it always works. */
export function readWords(source: SourceText, words: Words): Reading {
  const file = { source, masked: maskText(source.text, words), words };
  const tests = findBlocks(file, words.test);
  const owned = new Set(tests);
  const blocks = createBlocks([...tests, ...findBlocks(file, words.group)], source);
  const assertions = Map.groupBy(matchAll(file.masked, words.assertion), ({ index }) =>
    blocks.around(index).findLast((block) => owned.has(block)),
  );
  const markers = Map.groupBy(findMarkers(file), ({ index }) => ownerOf(file, blocks, index));
  return {
    tests: tests.map((block) => {
      const around = blocks.around(block.start);
      const groups = around.filter((outer) => !owned.has(outer));
      return {
        ...describeBody(file, block),
        name: [...groups, block].map(({ name }) => name).join(' > '),
        assertions: (assertions.get(block) ?? []).map(({ index }) => describeAssertion(file, index)),
        markers: [...groups, block].flatMap((outer) => markers.get(outer) ?? []).map(({ marker }) => marker),
      };
    }),
    helpers: describeRest(file, assertions.get(undefined) ?? []),
    markers: (markers.get(undefined) ?? []).map(({ marker }) => marker),
  };
}

function findBlocks({ source, masked, words }: WordFile, pattern: RegExp): Block[] {
  const closing = words.blocks === 'braces' ? matchBraces(masked) : undefined;
  return matchAll(masked, pattern).map((match) => {
    const [from, to] = match.indices?.groups?.['name'] ?? [match.index, match.index + match[0].length];
    const start = match.index + match[0].length - match[0].trimStart().length;
    const end = closing
      ? (closing.get(masked.indexOf('{', start)) ?? masked.length)
      : endOfIndent(masked, start, source);
    return { name: oneLine(source.text.slice(from, to).replace(/^(["'`])(.*)\1$/s, '$2')), start, end };
  });
}

function findMarkers({ source, masked, words }: WordFile): { index: number; marker: TestMarker }[] {
  return words.markers.flatMap(({ kind, pattern }) =>
    matchAll(masked, pattern).map(({ index }) => ({
      index,
      marker: { line: source.lineAt(index), kind, text: lineOf(source, index), conditional: false },
    })),
  );
}

/** The block that contains a marker, or directly follows it with only markers and modifiers in between. */
function ownerOf({ masked }: WordFile, blocks: Blocks, index: number): Block | undefined {
  const around = blocks.around(index).at(-1);
  const following = blocks.following(index);
  if (following === undefined || following.start - index > FARTHEST_MARKER) return around;
  return /[;{}]/.test(masked.slice(index, following.start)) ? around : following;
}

function describeBody({ source, masked }: WordFile, block: Block): Omit<TestCase, 'name' | 'assertions' | 'markers'> {
  const body = masked.slice(block.start, block.end);
  // each character is visited several times below
  source.spend(body.length * 8);
  return {
    line: source.lineAt(block.start),
    end_line: source.lineAt(Math.max(block.start, block.end - 1)),
    calls: [...new Set(matchAll(body, /[\p{L}_][\p{L}\p{N}_]*(?=\s?\()/u).map(([name]) => name))],
    cases: 1,
    statements: body.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line)).length,
    disarmed: null,
    // strings are blank here; tests that differ only in strings differ in their assertions
    body_digest: digestText(body.replace(/\s+/g, '')),
    mocks: [],
  };
}

function describeRest(file: WordFile, found: readonly RegExpExecArray[]): Reading['helpers'] {
  const assertions = found.map(({ index }) => describeAssertion(file, index));
  return assertions[0] === undefined ? [] : [{ name: '<module>', line: assertions[0].line, assertions }];
}

function describeAssertion({ source }: WordFile, index: number): TestAssertion {
  const text = lineOf(source, index);
  return {
    line: source.lineAt(index),
    text,
    subject: text.replace(/\s+/g, ''),
    expected: null,
    strength: 'structure',
    negated: false,
    tolerance: null,
  };
}

function lineOf({ text }: SourceText, index: number): string {
  // a minified file is one line, so only the stored part is read
  return oneLine(
    text
      .slice(index, index + FARTHEST_MARKER)
      .trimStart()
      .split('\n', 1)[0] ?? '',
  );
}

const matchAll = (text: string, pattern: RegExp): RegExpExecArray[] => [
  ...text.matchAll(new RegExp(pattern.source, [...new Set([...pattern.flags, 'g', 'd', 'm'])].join(''))),
];
