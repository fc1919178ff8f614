import { z } from 'zod';
import { ScenarioId, TaskId } from './ids.ts';
import { Scenario } from './scenario.ts';
import { Digest, Instant } from './units.ts';

/** A scenario frozen at seed time. Never edited: another scenario is another task. */
export const Task = z
  .object({
    task_id: TaskId,
    scenario_id: ScenarioId.nullable(),
    seeded_at: Instant,
    scenario: Scenario,
    task_digest: Digest,
    scorers_digest: Digest,
    rubric_digest: Digest,
    seed_digest: Digest,
    /** Of what the scenario names by path: its oracle, skills and artifacts. */
    file_digests: z.record(z.string(), Digest).optional(),
  })
  .meta({ id: 'Task', description: 'A scenario as it was when the task was seeded, with the digests that prove it.' });
export type Task = z.infer<typeof Task>;
