import { AssayError } from '@assay/schema';
import type { Queue } from '../queue/queue.ts';
import type { Services } from './services.ts';

/** The queue; throws if this server has none. */
export function requireQueue({ queue }: Pick<Services, 'queue'>): Queue {
  if (queue === undefined)
    throw new AssayError('agent_unavailable', 'This server has no queue, so it cannot execute runs');
  return queue;
}
