import type { Occurrence, SessionRequest } from '@assay/schema';
import { commandLine } from '../../heuristic/call.ts';
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
      key: normalizeText(wanted.slice(wanted.lastIndexOf('/') + 1)),
      text: shorten(wanted, LONGEST),
    };
  if (outcome !== 'failed') return null;
  if (call.command !== null) {
    const line = commandLine(call.command);
    return { kind: 'failing_command', key: normalizeCommand(line), text: shorten(line, LONGEST) };
  }
  const error = errorLine(step.output ?? '');
  return error === null
    ? null
    : { kind: 'error', key: `${step.interaction.tool}: ${normalizeText(error)}`, text: shorten(error, LONGEST) };
}

// a read of a file that is not there, or a search for a file by its name
function wantedFile({ call, output, input, interaction }: SessionStep): string | null {
  if (call?.role === 'read')
    return /does not exist|no such file|not found|ENOENT/i.test((output ?? '').slice(0, 500))
      ? (call.targets[0] ?? null)
      : null;
  if (call?.role !== 'search' || !/glob|find/i.test(interaction.tool ?? '')) return null;
  const pattern =
    typeof input === 'object' && input !== null ? (input as Record<string, unknown>)['pattern'] : undefined;
  return typeof pattern === 'string' ? pattern : null;
}

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
