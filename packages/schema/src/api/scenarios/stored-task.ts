import { z } from 'zod';
import { Task } from '../../scenarios/task.ts';
import { Bytes, Digest } from '../../values/units.ts';

/** A task with its frozen files. */
export const StoredTask = Task.extend({
  files: z
    .array(z.object({ name: z.string(), executable: z.boolean(), digest: Digest, size_bytes: Bytes }))
    .meta({ description: 'Empty for the task of a run executed elsewhere.' }),
}).meta({ id: 'StoredTask', description: 'A frozen scenario with its files.' });
export type StoredTask = z.infer<typeof StoredTask>;
