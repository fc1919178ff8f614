import type { ToolCall } from '../messages/pair-calls.ts';
import type { IdText } from '../messages/read-messages.ts';
import type { Judged } from './judge-call.ts';

/** In the range JSON-RPC reserves for servers; not used by MCP. */
const GATE_ERROR = -32050;
const MOST_TOLD = 5;
const LONGEST_TEXT = 2_000;

interface Replaced {
  readonly id: IdText;
  readonly call: ToolCall;
  readonly event_id: string;
}

/** The JSON-RPC error that replaces a failed result, with the id exactly as the client wrote it. */
export function replaceAnswer({ id, call, event_id }: Replaced, why: Judged | string): string {
  const error = { code: GATE_ERROR, message: writeMessage(call.tool, why), data: { event_id, ...errorData(why) } };
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`;
}

function writeMessage(tool: string, why: Judged | string): string {
  if (typeof why === 'string') return `the result of ${tool} was withheld: ${why}`;
  const failed = listFailed(why).map(({ id, reason }) => `${id}: ${reason}`);
  if (failed.length > 0) return `the result of ${tool} was withheld: ${failed.join('; ')}`;
  // the text passes the checks, and the client needs to know what went wrong
  const text = typeof why.output === 'string' ? why.output : JSON.stringify(why.output);
  return `${tool} failed: ${text.slice(0, LONGEST_TEXT)}`;
}

const errorData = (why: Judged | string): object => (typeof why === 'string' ? {} : { failed_checks: listFailed(why) });

const listFailed = ({ checks }: Judged) =>
  checks
    .filter(({ verdict }) => verdict === 'FAIL' || verdict === 'ERROR')
    .slice(0, MOST_TOLD)
    .map(({ id, verdict, reason }) => ({ id, verdict, reason: reason.slice(0, LONGEST_TEXT / 4) }));
