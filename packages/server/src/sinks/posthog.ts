import { PostHog } from 'posthog-node';
import type { SinkKind } from './sink.ts';

const HOST = 'https://us.i.posthog.com';
const TIMEOUT_MS = 10_000;
const RETRIES = 2;
// no automatic flush: each batch is flushed explicitly
const NEVER = Number.MAX_SAFE_INTEGER;

/** Product analytics: one event `agent.run.scored` per run. */
export const posthog: SinkKind = {
  id: 'posthog',
  open({ POSTHOG_API_KEY: key, POSTHOG_HOST: host = HOST }) {
    if (key === undefined || key === '') return undefined;
    const client = new PostHog(key, {
      host,
      flushAt: NEVER,
      flushInterval: 0,
      requestTimeout: TIMEOUT_MS,
      fetchRetryCount: RETRIES,
      disableGeoip: true,
    });
    return {
      async send(runs) {
        for (const { organization_id, scored_at, axes, ...run } of runs) {
          client.capture({
            // the agent is the actor; the same name in another organization is another agent
            distinctId: organization_id === null ? run.agent_id : `${organization_id}/${run.agent_id}`,
            event: 'agent.run.scored',
            timestamp: new Date(scored_at),
            properties: { ...run, organization_id, axes, $process_person_profile: false },
          });
        }
        await client.flush();
      },
      close: () => client.shutdown(TIMEOUT_MS),
    };
  },
};
