import { z } from 'zod';
import { ScenarioId, TaskId } from '../values/ids.ts';
import { Digest, Instant } from '../values/units.ts';
import { Scenario } from './scenario.ts';

/** A scenario frozen at seed time. Never edited: a changed scenario is a new task. */
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
    /** Digests of files the scenario names by path: oracle, skills and artifacts. */
    file_digests: z.record(z.string(), Digest).optional(),
  })
  .meta({ id: 'Task', description: 'A scenario frozen when the task was seeded, with its digests.' });
export type Task = z.infer<typeof Task>;
