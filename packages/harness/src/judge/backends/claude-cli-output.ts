import { toUsdMicros } from '@assay/schema';
import { at, type Json, list, number, text } from '@assay/schema/json';
import { readTokens } from '../../machine/gateway/usage.ts';
import type { JudgeFailure, JudgeReply } from '../backend.ts';
import type { CliOutput } from './claude-cli-process.ts';
import { createJudgeFailure, createStatusFailure, shorten } from './failures.ts';

/** The model name of messages that the program itself wrote. */
const SYNTHETIC = '<synthetic>';

/** The reply in the program's output. Throws the failure if there is none. */
export function readCliOutput({ end, stdout, stderr }: CliOutput, redact: (text: string) => string): JudgeReply {
  const messages = parseMessages(stdout);
  const result = messages?.findLast((message) => at(message, 'type') === 'result');
  if (messages === undefined || result === undefined) throw withoutResult({ end, stdout, stderr }, redact);

  const replies = readReplies(messages);
  const reply = {
    text: replies[0]?.text ?? '',
    model: replies[0]?.model ?? null,
    usage: readTokens(at(result, 'usage'), null) ?? null,
    cost_usd_micros: toUsdMicros(number(at(result, 'total_cost_usd')) ?? null),
  };
  if (at(result, 'stop_reason') === 'refusal') return { ...reply, stop: 'refused' };
  // the program continues a cut-off reply, which leaves several partial replies
  if (replies.length > 1) return { ...reply, stop: 'cut_off' };
  if (at(result, 'is_error') === true) {
    const message = shorten(redact(text(at(result, 'result')) ?? list(at(result, 'errors')).map(String).join('; ')));
    if (CUT_OFF.test(message)) return { ...reply, stop: 'cut_off' };
    throw failureIn(messages, { status: number(at(result, 'api_error_status')), message });
  }
  return { ...reply, text: text(at(result, 'result')) ?? reply.text, stop: 'end' };
}

const CUT_OFF = /exceeded the \d+ output token maximum/;

function parseMessages(stdout: string): readonly Json[] | undefined {
  try {
    const printed: Json = JSON.parse(stdout);
    return Array.isArray(printed) ? printed : [printed];
  } catch {
    // not JSON: reported by the caller
    return undefined;
  }
}

interface UntrustedText {
  readonly id: Json;
  readonly model: string;
  readonly text: string;
}

// a message has one record per content block
function readReplies(messages: readonly Json[]): readonly UntrustedText[] {
  const replies = new Map<Json, UntrustedText>();
  for (const record of messages) {
    const model = text(at(record, 'message', 'model'));
    if (at(record, 'type') !== 'assistant' || model === undefined || model === SYNTHETIC) continue;
    const id = at(record, 'message', 'id');
    const words = list(at(record, 'message', 'content')).map((block) => text(at(block, 'text')) ?? '');
    replies.set(id, { id, model, text: (replies.get(id)?.text ?? '') + words.join('') });
  }
  return [...replies.values()];
}

function failureIn(
  messages: readonly Json[],
  { status, message }: { status: number | undefined; message: string },
): JudgeFailure {
  if (status !== undefined) return createStatusFailure(status, message);
  const fault = messages.findLast((record) => at(record, 'message', 'model') === SYNTHETIC);
  if (at(fault, 'error') === 'authentication_failed') return createJudgeFailure('unauthorized', message);
  if (at(fault, 'error') === 'rate_limit') return createJudgeFailure('rate_limited', message);
  if (at(fault, 'api_error') === 'connection_failed' || UNREACHABLE.test(message))
    return createJudgeFailure('unreachable', message);
  return createJudgeFailure('service_error', message);
}

const UNREACHABLE = /\b(?:ECONN[A-Z]+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)\b|unable to connect/i;

function withoutResult({ end, stdout, stderr }: CliOutput, redact: (text: string) => string): JudgeFailure {
  if (end.ended_by !== 'exit') return createJudgeFailure('unreachable', `claude did not finish: ${end.reason}`);
  const message = shorten(redact(stderr.trim() || stdout.trim() || 'it printed nothing'));
  const advice = /unknown option/.test(message) ? '; update Claude Code' : '';
  const sentence = `claude printed no result (exit code ${end.exit_code}): ${message}${advice}`;
  return createJudgeFailure(advice === '' ? 'service_error' : 'rejected', sentence);
}
