import { AssayError } from '@assay/schema';
import type { Queue } from '../queue/queue.ts';
import type { Services } from './services.ts';

/** The queue, where there is one. */
export function requireQueue({ queue }: Pick<Services, 'queue'>): Queue {
  if (queue === undefined)
    throw new AssayError('agent_unavailable', 'Expected a queue for runs to be executed, found none here');
  return queue;
}
