import type { Occurrence, Pattern, PatternKind } from '@assay/schema';
import { valueDigest } from '../../heuristic/digest.ts';
import { formatTimes } from '../../insights/words.ts';
import { contentWords, similarity } from './normalize.ts';

/** The part of a graded session that patterns are read from. */
export interface PatternSession {
  readonly source: string;
  readonly started_at: string | null;
  readonly occurrences: readonly Occurrence[];
}

interface Member extends Occurrence {
  readonly session: number;
}

const LEAST_SESSIONS = 2;
const EXAMPLES = 3;
// of the texts a person writes; measured on labelled pairs
const ALIKE = 0.5;
const FEWEST_WORDS = 3;

/**
 * What recurs over sessions, costliest first. Occurrences of one kind and key belong together; corrections also if half
 * of their words are the same. A pattern is shown if it occurs in two sessions or more.
 *
 * Deterministic: sessions are read in the order of their start, then of their source.
 */
export function joinPatterns(given: readonly PatternSession[]): Pattern[] {
  const sessions = given.toSorted(
    (a, b) => compareText(a.started_at ?? '', b.started_at ?? '') || compareText(a.source, b.source),
  );
  const members = sessions.flatMap(({ occurrences }, session) =>
    occurrences.map((one): Member => ({ ...one, session })),
  );
  return [...groupAlike(members).values()]
    .map((group) => describe(group, sessions))
    .filter((pattern) => pattern.sessions >= LEAST_SESSIONS)
    .toSorted(
      (a, b) =>
        (b.cost_usd ?? 0) - (a.cost_usd ?? 0) ||
        (b.wall_ms ?? 0) - (a.wall_ms ?? 0) ||
        b.sessions - a.sessions ||
        b.occurrences - a.occurrences ||
        compareText(a.id, b.id),
    );
}

const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** Groups by kind and key; a correction joins the first group whose first text is alike. */
function groupAlike(members: readonly Member[]): Map<string, Member[]> {
  const groups = new Map<string, Member[]>();
  const leaders: { readonly name: string; readonly words: ReadonlySet<string> }[] = [];
  for (const member of members) {
    let name = `${member.kind} ${member.key}`;
    if (member.kind === 'correction' && !groups.has(name)) {
      const words = contentWords(member.text);
      const near =
        words.size < FEWEST_WORDS ? undefined : leaders.find((leader) => similarity(leader.words, words) >= ALIKE);
      if (near === undefined) leaders.push({ name, words });
      else name = near.name;
    }
    const group = groups.get(name);
    if (group) group.push(member);
    else groups.set(name, [member]);
  }
  return groups;
}

function describe(group: readonly Member[], sessions: readonly PatternSession[]): Pattern {
  const first = group[0] as Member;
  const showing = new Set(group.map(({ session }) => session));
  const times = [...showing].flatMap((session) => sessions[session]?.started_at ?? []);
  const add = (amounts: readonly (number | null)[]): number | null => {
    const known = amounts.filter((amount) => amount !== null);
    return known.length === 0 ? null : known.reduce((all, amount) => all + amount, 0);
  };
  // one example per session, the latest first
  const latest = [...new Map(group.map((member) => [member.session, member])).values()].toReversed();
  return {
    id: `${first.kind}-${valueDigest([first.kind, first.key])}`,
    kind: first.kind,
    title: TITLES[first.kind](latest[0] as Member, group.length, showing.size),
    advice: ADVICE[first.kind],
    occurrences: group.length,
    sessions: showing.size,
    cost_usd: add(group.map(({ cost_usd }) => cost_usd)),
    wall_ms: add(group.map(({ wall_ms }) => wall_ms)),
    first_at: times[0] ?? null,
    last_at: times.at(-1) ?? null,
    trend: trendOf(showing, sessions.length),
    examples: latest
      .slice(0, EXAMPLES)
      .map(({ session, ref, text }) => ({ source: sessions[session]?.source ?? '', ref, text })),
  };
}

const CHANGE = 1.5;

function trendOf(showing: ReadonlySet<number>, count: number): Pattern['trend'] {
  const middle = count / 2;
  const [older, newer] = [
    [...showing].filter((index) => index < middle).length,
    [...showing].filter((index) => index >= middle).length,
  ];
  if (newer > CHANGE * older) return 'rising';
  return older > CHANGE * newer ? 'falling' : 'steady';
}

type Title = (latest: Member, occurrences: number, sessions: number) => string;

const often = (occurrences: number, sessions: number): string => `${formatTimes(occurrences)} in ${sessions} sessions`;
const quote = (text: string): string => `\`${text.replaceAll('`', "'")}\``;

const TITLES: Readonly<Record<PatternKind, Title>> = {
  failing_command: ({ text }, count, sessions) => `${quote(text)} failed ${often(count, sessions)}`,
  error: ({ text }, count, sessions) => `${quote(text)} ${often(count, sessions)}`,
  missing_tool: ({ text }, count, sessions) => `${quote(text)} was missing ${often(count, sessions)}`,
  looked_for: ({ text }, count, sessions) => `${quote(text)} was looked for and not found ${often(count, sessions)}`,
  correction: ({ text }, count, sessions) => `“${text}” was said ${often(count, sessions)}`,
  forgotten_check: ({ text }, count, sessions) =>
    text === 'no check'
      ? `code was changed without any check ${often(count, sessions)}`
      : `${quote(text)} was not run after the last change ${often(count, sessions)}`,
};

const ADVICE: Readonly<Record<PatternKind, string>> = {
  failing_command: 'Put a command that works in this project into the instructions of the agent.',
  error: 'Put how to avoid this error into the instructions of the agent.',
  missing_tool: 'Install it where the agent works, or name what to use instead.',
  looked_for: 'Name where it is in the instructions of the agent.',
  correction: 'Make it a rule in the instructions of the agent.',
  forgotten_check: 'Ask for a check after the last change in the instructions, or run it from a hook.',
};
