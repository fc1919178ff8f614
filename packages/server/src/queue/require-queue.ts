import { AssayError } from '@assay/schema';
import type { Services } from '../http/services.ts';
import type { Queue } from './queue.ts';

/** The queue, where there is one. */
export function requireQueue({ queue }: Pick<Services, 'queue'>): Queue {
  if (queue === undefined)
    throw new AssayError('agent_unavailable', 'Expected a queue for runs to be executed, found none here');
  return queue;
}
