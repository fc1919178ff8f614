import { Instant } from '@assay/schema';
import { WorkerLabels } from '@assay/schema/api';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { json, query, sql } from '../../sql/sql.ts';

/** What a worker offers to runs. */
export const WorkerOffer = z.object({
  /** The sandbox of tasks without their own containers; null for none. */
  sandbox: z.string().nullable(),
  /** Which images tasks may use: none, those that the engine has, those that it can pull, or also built ones. */
  containers: z.enum(['none', 'cached', 'pull', 'build']),
  /** The images that the engine has. */
  images: z.array(z.string()),
  cpus: z.number(),
  memory_mb: z.number(),
  labels: WorkerLabels,
});
export type WorkerOffer = z.infer<typeof WorkerOffer>;

const Row = z.object({ name: z.string(), offer: WorkerOffer, seen_at: Instant });

const listSeen = (connection: Connection): Promise<z.infer<typeof Row>[]> =>
  connection.list(query(Row)`
    select name, offer, seen_at from workers where seen_at > now() - interval '1 minute' order by name`);

/** Workers and what they offer. */
export const workersTable = (connection: Connection) => ({
  /** Says that a worker is there. Forgets workers that were not seen for a day. */
  announce: (name: string, offer: WorkerOffer): Promise<number> =>
    connection.run(sql`
      with forgotten as (delete from workers where seen_at < now() - interval '1 day')
      insert into workers (name, offer) values (${name}, ${json(offer)})
      on conflict (name) do update set offer = excluded.offer, seen_at = now()`),

  /** Forgets a worker that ends. */
  leave: (name: string): Promise<number> => connection.run(sql`delete from workers where name = ${name}`),

  /** The workers seen in the last minute, by name. */
  list: () => listSeen(connection),

  /** The offers of these workers. */
  listOffers: async (): Promise<WorkerOffer[]> => (await listSeen(connection)).map(({ offer }) => offer),
});
