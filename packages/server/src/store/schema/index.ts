import type { Migration } from '../sql/migrate.ts';
import { ORGANIZATIONS } from './organizations.ts';
import { REPUTATION } from './reputation.ts';
import { RUN_SUMS } from './run-sums.ts';
import { RUNS } from './runs.ts';
import { SESSIONS } from './sessions.ts';

/** All migrations, in order. From the first release on, new ones are added at the end only. */
export const MIGRATIONS: readonly Migration[] = [
  { name: 'schema', sql: [ORGANIZATIONS, REPUTATION, RUNS, RUN_SUMS, SESSIONS].join('\n') },
];
