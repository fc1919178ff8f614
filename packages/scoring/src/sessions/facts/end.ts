import type { RequestEnd, TranscriptEnd } from '@assay/schema';
import { isInterruption } from '../requests.ts';
import type { Request } from '../session.ts';

/**
 * End of a request, from its last turn only.
 *
 *   interrupted  the person stopped it, or wrote the next message while it worked
 *   failed       the agent or the model service reports an error, or its tools were denied
 *   limit        a limit of turns, time, tokens or money
 *   cut_off      the record stops in the middle of a turn
 *   finished     the agent ended its turn, or its last entry is a message
 *   unknown      otherwise
 *
 * The end that the transcript states is that of the last request.
 */
export function readRequestEnd({ entries }: Request, isLast: boolean, stated: TranscriptEnd): RequestEnd {
  const own = entries.filter(({ lane }) => lane === undefined);
  const last = (own.length > 0 ? own : entries).findLast(({ type }) => type !== 'system');
  if (last !== undefined && isInterruption(last)) return 'interrupted';
  if (isLast && stated.status !== 'unknown') return STATED[stated.status];
  switch (last?.type) {
    case 'assistant':
      return (last.text ?? '').trim() === '' ? 'unknown' : 'finished';
    case 'error':
      return 'failed';
    case 'tool_use':
    case 'tool_result':
      return isLast ? 'cut_off' : 'interrupted';
    default:
      return 'unknown';
  }
}

const STATED: Readonly<Record<Exclude<TranscriptEnd['status'], 'unknown'>, RequestEnd>> = {
  completed: 'finished',
  failed: 'failed',
  limit: 'limit',
  denied: 'failed',
  interrupted: 'cut_off',
};
