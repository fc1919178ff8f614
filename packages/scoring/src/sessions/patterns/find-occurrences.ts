import type { Occurrence, SessionRequest } from '@assay/schema';
import { commandLine } from '../../heuristic/call.ts';
import { textField } from '../../heuristic/walk.ts';
import { shorten } from '../../insights/quote-call.ts';
import type { FoundCheck } from '../facts/checks.ts';
import { missingName } from '../findings/missing-tool.ts';
import type { Session, SessionStep } from '../session.ts';
import type { Cost } from '../waste/ledger.ts';
import { normalizeCommand, normalizeText } from './normalize.ts';

interface Scope {
  readonly session: Session;
  readonly requests: readonly SessionRequest[];
  readonly checks: readonly FoundCheck[];
  costOf(refs: readonly string[]): Cost;
}

const MOST = 300;
const LONGEST = 200;
const NO_COST: Cost = { cost_usd: null, wall_ms: null };

/** What in a session may recur in others. A red test is no such thing: it belongs to the work. */
export function findOccurrences({ session, requests, checks, costOf }: Scope): Occurrence[] {
  const informing = new Set(checks.filter(({ result }) => result === 'failed').map(({ ref }) => ref));
  const cost = (step: SessionStep): Cost => costOf([step.interaction.id]);
  const fromSteps = session.steps.flatMap((step) => {
    const found = informing.has(step.interaction.id) ? null : readStep(step);
    return found === null ? [] : [{ ...found, ref: step.interaction.id, ...cost(step) }];
  });
  return [...fromSteps, ...requests.flatMap(readRequest)].slice(0, MOST);
}

type Found = Pick<Occurrence, 'kind' | 'key' | 'text'>;

function readStep(step: SessionStep): Found | null {
  const { call, outcome, found_nothing } = step;
  if (call === null) return null;
  const missing = call.command === null || outcome === 'succeeded' ? null : missingName(step);
  if (missing !== null) return { kind: 'missing_tool', key: missing.toLowerCase(), text: shorten(missing, LONGEST) };
  const wanted = wantedFile(step);
  if (wanted !== null && (outcome === 'failed' || found_nothing))
    return {
      kind: 'looked_for',
      key: normalizeText(baseName(wanted)),
      text: shorten(wanted, LONGEST),
    };
  if (outcome !== 'failed' || OF_THE_MOMENT.test((step.output ?? '').slice(0, 4000))) return null;
  if (call.command !== null) {
    const line = commandLine(call.command);
    return { kind: 'failing_command', key: normalizeCommand(line), text: shorten(line, LONGEST) };
  }
  // an edit that does not apply belongs to the work
  const error = call.role === 'edit' ? null : errorLine(step.output ?? '');
  return error === null
    ? null
    : { kind: 'error', key: `${step.interaction.tool}: ${normalizeText(error)}`, text: shorten(error, LONGEST) };
}

// a conflict of two branches, or a call that was given up because another one failed
const OF_THE_MOMENT =
  /^CONFLICT \(|^(?:<tool_use_error>)?Sibling tool call errored|\bResolve all conflicts manually\b/m;

const NOT_THERE = /does not exist|no such file|not found|ENOENT/i;
const LISTED = /(?:^|\n)(?:ls|cat|head|tail|find|stat): (?:cannot access )?['"]?([^'":\n]{1,300})['"]?: No such file/;

/** What a call looked for and did not find: the file it reads, the folder it searches, or the name it searches for. */
function wantedFile({ call, output, input, interaction }: SessionStep): string | null {
  const said = (output ?? '').slice(0, 500);
  if (call?.command != null) return LISTED.exec(said)?.[1] ?? null;
  if (call?.role === 'read') return NOT_THERE.test(said) ? (call.targets[0] ?? null) : null;
  const folder = /\bPath does not exist: ([^\n<]{1,300})/.exec(said)?.[1];
  if (folder !== undefined) return folder.trim();
  if (call?.role !== 'search' || !/glob|find/i.test(interaction.tool ?? '')) return null;
  return textField(input, ['pattern']) ?? null;
}

const baseName = (path: string): string => path.replace(/\/+$/, '').split('/').at(-1) ?? '';

const errorLine = (output: string): string | null =>
  output
    .slice(0, 2000)
    .split('\n')
    .map((line) => line.replace(/<\/?[\w_]+>/g, '').trim())
    .find((line) => line !== '') ?? null;

function readRequest({ corrections, verification, checks, first }: SessionRequest): Occurrence[] {
  const said = corrections
    .filter(({ kind }) => kind === 'message')
    .map(({ text, ref }): Occurrence => ({ kind: 'correction', key: normalizeText(text), text, ref, ...NO_COST }));
  if (verification !== 'unchecked') return said;
  const known = checks.findLast(({ kind }) => kind === 'test') ?? checks.at(-1);
  const text = known === undefined ? 'no check' : known.command;
  const key = known === undefined ? 'no check' : normalizeCommand(known.command);
  return [...said, { kind: 'forgotten_check', key, text, ref: first, ...NO_COST }];
}
