import type { CodeSignal } from '@assay/schema';
import { redactText } from '@assay/scoring';
import { alwaysEqual } from './always-equal.ts';
import { callCounter } from './call-counter.ts';
import { changedLines, type NumberedLine } from './changed-lines.ts';
import { earlyExit } from './early-exit.ts';
import { introspection } from './introspection.ts';
import { runnerConfig } from './runner-config.ts';
import type { ChangeContext, Construct, SignalDetector } from './signal-detector.ts';
import { readSource, type SourceFile } from './source-file.ts';
import { specialCase } from './special-case.ts';
import { suppression } from './suppression.ts';
import { surroundings } from './surroundings.ts';
import { swallowedStatus } from './swallowed-status.ts';

/** A text before and after a change; null if it does not exist. */
export interface TextChange {
  readonly before: string | null;
  readonly after: string | null;
}

interface SignalOptions {
  /** Unchanged tests by path, to find their inputs and expected values in the product. */
  readonly tests?: ReadonlyMap<string, string>;
}

const DETECTORS: readonly SignalDetector[] = [
  suppression,
  earlyExit,
  alwaysEqual,
  swallowedStatus,
  specialCase,
  callCounter,
  introspection,
  surroundings,
  runnerConfig,
];

const MOST_PER_FILE = 50;
const MOST = 2000;
const LONGEST_TEXT = 200;

/**
 * Constructs that a change adds and removes, sorted by path, line and kind. A construct that moved within a file or to
 * another one is not listed. If there are too many, the last entry counts the rest.
 */
export function findSignals(files: ReadonlyMap<string, TextChange>, { tests }: SignalOptions = {}): CodeSignal[] {
  const versions = [...files]
    .filter(([, { before, after }]) => before !== after)
    .map(([path, change]) => {
      const { before, after } = isLarge(change) ? onlyChanges(change) : change;
      const existed = before !== null;
      const read = (text: string | null) => (text === null ? undefined : readSource(path, text, { existed }));
      return { before: read(before), after: read(after) };
    });
  const context = { tests: [...(tests?.values() ?? []), ...testsOf(versions)] };
  const found = DETECTORS.flatMap((detector) =>
    withoutMoves(versions.flatMap((each) => compare(each, detector, context))),
  );
  return shorten(found.map(({ signal }) => signal).toSorted(byPlace));
}

/** In larger texts, only changed lines are read. */
const LARGE = 1024 * 1024;

const isLarge = ({ before, after }: TextChange): boolean =>
  (before?.length ?? 0) > LARGE || (after?.length ?? 0) > LARGE;

// blanks the other lines, so that line numbers stay correct
function onlyChanges({ before, after }: TextChange): TextChange {
  const { added, removed } = changedLines(before, after);
  const spread = (lines: readonly NumberedLine[]): string => {
    const kept: string[] = [];
    for (const { line, text } of lines) kept[line - 1] = text;
    return Array.from(kept, (text) => text ?? '').join('\n');
  };
  return { before: before === null ? null : spread(removed), after: after === null ? null : spread(added) };
}

interface Versions {
  readonly before: SourceFile | undefined;
  readonly after: SourceFile | undefined;
}

interface Found {
  readonly signal: CodeSignal;
  /** Equal for the same construct in different places. */
  readonly key: string;
}

const testsOf = (versions: readonly Versions[]): string[] =>
  versions.flatMap(({ before, after }) => [before, after].flatMap((file) => (file?.is_test ? [file.text] : [])));

function compare({ before, after }: Versions, detector: SignalDetector, context: ChangeContext): Found[] {
  const old = before === undefined ? [] : detect(before, detector, context);
  const young = after === undefined ? [] : detect(after, detector, context);
  return [
    ...surplus(young, old).map((found) => withChange(found, 'added')),
    ...surplus(old, young).map((found) => withChange(found, 'removed')),
  ];
}

function detect(file: SourceFile, detector: SignalDetector, context: ChangeContext): Found[] {
  return detector.find(file, context).map(({ line, key, message }: Construct) => {
    const written = (file.lines[line - 1] ?? '').trim();
    const text = redactText(written.slice(0, 10 * LONGEST_TEXT)).text.slice(0, LONGEST_TEXT);
    const signal: CodeSignal = { kind: detector.kind, path: file.path, line, text, change: 'added', message };
    // a construct that is harmless in the product may matter in a test
    return { signal, key: `${file.is_test} ${key ?? written}` };
  });
}

const withChange = ({ signal, key }: Found, change: CodeSignal['change']): Found => ({
  signal: { ...signal, change },
  key,
});

function surplus(own: readonly Found[], other: readonly Found[]): Found[] {
  const known = new Map<string, number>();
  for (const { key } of other) known.set(key, (known.get(key) ?? 0) + 1);
  return own.filter(({ key }) => {
    const left = known.get(key) ?? 0;
    if (left > 0) known.set(key, left - 1);
    return left === 0;
  });
}

// the same line in the configuration of another runner is a different decision
function withoutMoves(found: readonly Found[]): readonly Found[] {
  if (found[0]?.signal.kind === 'runner_config') return found;
  const added = found.filter(({ signal }) => signal.change === 'added');
  const removed = found.filter(({ signal }) => signal.change === 'removed');
  return [...surplus(added, removed), ...surplus(removed, added)];
}

function byPlace(a: CodeSignal, b: CodeSignal): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  if (a.line !== b.line) return a.line - b.line;
  const [left, right] = [`${a.kind} ${a.change}`, `${b.kind} ${b.change}`];
  return left === right ? 0 : left < right ? -1 : 1;
}

function shorten(signals: readonly CodeSignal[]): CodeSignal[] {
  // many of one kind must not hide those of another
  const groups = Map.groupBy(signals, ({ path, kind }) => `${kind} ${path}`);
  const listed = [...groups.values()].flatMap((group) => capped(group, MOST_PER_FILE));
  return [...Map.groupBy(listed, ({ kind }) => kind).values()]
    .flatMap((group) => capped(group, MOST))
    .toSorted(byPlace);
}

function capped(signals: readonly CodeSignal[], most: number): CodeSignal[] {
  const [last, left_out] = [signals[most - 1], signals.length - most];
  if (last === undefined || left_out <= 0) return [...signals];
  return [
    ...signals.slice(0, most - 1),
    { ...last, message: `${last.message} ${left_out} more signals are not listed.` },
  ];
}
