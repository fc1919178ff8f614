import { z } from 'zod';
import { Task } from '../../task.ts';
import { Bytes, Digest } from '../../units.ts';

/** A task with the files it was frozen with. */
export const StoredTask = Task.extend({
  files: z
    .array(z.object({ name: z.string(), executable: z.boolean(), digest: Digest, size_bytes: Bytes }))
    .meta({ description: 'None for a task that came with a run that was executed elsewhere.' }),
}).meta({ id: 'StoredTask', description: 'A scenario as it was frozen, with the files it was frozen with.' });
export type StoredTask = z.infer<typeof StoredTask>;
