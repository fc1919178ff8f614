import type { Tables } from '../store/store.ts';
import { explainUnmet } from './match-needs.ts';

/** Queued runs that no worker takes, by the reason. */
export async function listStranded({
  jobs,
  workers,
}: Pick<Tables, 'jobs' | 'workers'>): Promise<{ readonly reason: string; readonly runs: number }[]> {
  const waiting = await jobs.listWaiting();
  if (waiting.length === 0) return [];
  const offers = await workers.listOffers();
  const runs = new Map<string, number>();
  for (const group of waiting) {
    const reason = explainUnmet(group.needs, offers);
    if (reason !== null) runs.set(reason, (runs.get(reason) ?? 0) + group.runs);
  }
  return [...runs].map(([reason, runs]) => ({ reason, runs }));
}
