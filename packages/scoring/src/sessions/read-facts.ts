import type { SessionFacts, SessionRequest, TokenRecord } from '@assay/schema';
import { shorten } from '../insights/quote-call.ts';
import { type Change, findChanges } from './facts/changes.ts';
import { type FoundCheck, findChecks } from './facts/checks.ts';
import { findClaims } from './facts/claims.ts';
import { findCorrections } from './facts/corrections.ts';
import { readRequestEnd } from './facts/end.ts';
import { measureTime, type Stretch, splitTime } from './facts/time.ts';
import { verifyLastChange } from './facts/verification.ts';
import { findFindings } from './findings/find-findings.ts';
import { findOccurrences } from './patterns/find-occurrences.ts';
import { type Request, readSession, type Session, type SessionRecord } from './session.ts';
import { buildWaste } from './waste/ledger.ts';

const LONGEST_PROMPT = 500;
const MOST_PATHS = 200;

/** What the record of a session shows, without a judge: requests, waste and findings. Never throws. */
export function readFacts(record: SessionRecord): SessionFacts {
  const session = readSession(record);
  const changes = findChanges(session.steps);
  const checks = findChecks(session.steps, changes);
  const stretches = measureTime(session);
  const requests = session.requests.map((_, index) => readRequest(session, index, { changes, checks, stretches }));
  const { waste, causes, costOf } = buildWaste(session, stretches, { changes, checks });
  // a later request may check an earlier change, or leave it unchecked
  const state = verifyLastChange(session.steps, changes, checks);
  return {
    requests,
    verification: state.verification,
    verification_reason: state.reason,
    end: requests.at(-1)?.end ?? 'unknown',
    waste,
    findings: findFindings({ session, requests, state, changes, causes, costOf }),
    token_record: readTokenRecord(record),
    occurrences: findOccurrences({ session, requests, checks, costOf }),
  };
}

interface Found {
  readonly changes: readonly Change[];
  readonly checks: readonly FoundCheck[];
  readonly stretches: readonly Stretch[];
}

function readRequest(session: Session, index: number, found: Found): SessionRequest {
  const { record, requests } = session;
  const request = requests[index] as Request;
  const own = new Set(request.steps);
  const changes = found.changes.filter(({ step }) => own.has(step));
  const checks = found.checks.filter(({ step }) => own.has(step));
  const state = verifyLastChange(request.steps, changes, checks);
  const calls = request.steps.filter(({ outcome }) => outcome !== null);
  return {
    prompt: shorten(request.prompt, LONGEST_PROMPT),
    end: readRequestEnd(request, index === requests.length - 1, record.end),
    changed: calls.length === 0 ? null : listChanged(changes),
    checks: checks.map(({ kind, command, result, ref }) => ({ kind, command, result, ref })),
    verification: state.verification,
    verification_reason: state.reason,
    claims: findClaims(request, checks, state),
    corrections: findCorrections(request, requests[index + 1]),
    calls: {
      total: calls.length,
      failed: calls.filter(({ outcome }) => outcome === 'failed').length,
      rejected: calls.filter(({ outcome }) => outcome === 'rejected').length,
    },
    wall_ms: splitTime(
      found.stretches.filter(({ index: at }) => at >= request.start && at < request.end),
      record.wall_ms !== null,
    ),
    first: request.steps[0]?.interaction.id ?? null,
    last: request.steps.at(-1)?.interaction.id ?? null,
  };
}

function listChanged(changes: readonly Change[]): string[] {
  const paths = changes.flatMap(({ files }) =>
    files.filter(({ role }) => role === 'code' || role === 'prose').map(({ path }) => path),
  );
  return [...new Set(paths)].slice(0, MOST_PATHS);
}

const CHARACTERS_PER_TOKEN = 4;
const FEWEST_PER_TOKEN = 20;

/**
 * Plausibility of the record: fewer output tokens than a twentieth of the characters that the agent wrote are a
 * placeholder, so the count is a lower limit. The estimate is a quarter of the characters.
 */
function readTokenRecord({ entries, usage }: SessionRecord): TokenRecord {
  const written = entries.reduce((all, { type, text, input }) => {
    if (type === 'assistant') return all + (text ?? '').length;
    return type === 'tool_use' ? all + lengthOf(input) : all;
  }, 0);
  const plausible = usage === null || usage.output_tokens >= written / FEWEST_PER_TOKEN;
  return { plausible, estimated_output_tokens: plausible ? null : Math.ceil(written / CHARACTERS_PER_TOKEN) };
}

function lengthOf(input: unknown): number {
  if (typeof input === 'string') return input.length;
  if (typeof input !== 'object' || input === null) return 0;
  return Object.values(input).reduce((all, value) => all + (typeof value === 'string' ? value.length : 0), 0);
}
