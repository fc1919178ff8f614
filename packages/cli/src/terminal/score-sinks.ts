import type { RunEvents } from '@assay/harness';
import { type RunResult, toUsdMicros } from '@assay/schema';

interface ScoreSinks {
  readonly events: RunEvents;
  close(): Promise<void>;
}

interface Opening {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly events: RunEvents;
  readonly now: () => number;
  readonly say: (text: string) => void;
}

/**
 * Sends the score of each finished run to PostHog and the scores file, if the environment names them. The run folder
 * notes it, so that a server that gets the run does not send it again.
 */
export async function openScoreSinks({ environment, events, now, say }: Opening): Promise<ScoreSinks> {
  // the server is loaded only if there is somewhere to send to
  if (!environment['POSTHOG_API_KEY'] && !environment['ASSAY_SCORES_FILE'])
    return { events, close: async () => undefined };
  const { jsonLines, noteSentScores, openSinks, posthog } = await import('@assay/server');
  const log = { write: (_level: string, _event: string, { problem }: { problem?: unknown }) => say(`! ${problem}`) };
  const sinks = openSinks({ environment, kinds: [posthog, jsonLines], log });
  const notes: Promise<void>[] = [];
  const send = (result: RunResult): void => {
    const { run_id, agent, scenario, label, model, wall_ms, cost_usd, scorecard, folder } = result;
    const { result: word, review, outcome, overall } = result;
    if (scorecard === null) return;
    const { score, tier, axes, formula, formula_version } = scorecard;
    sinks.emit({
      ...{ run_id, organization_id: null, workspace_id: null, agent_id: agent, scenario, label, model },
      ...{ result: word, review, outcome, overall, score, tier, axes, formula, formula_version, wall_ms },
      cost_usd_micros: toUsdMicros(cost_usd),
      scored_at: new Date(now()).toISOString(),
    });
    notes.push(noteSentScores(folder, sinks.ids).catch((error: Error) => say(`! ${error.message}`)));
  };
  return {
    events: {
      ...events,
      finished: (result) => {
        events.finished(result);
        send(result);
      },
    },
    close: async () => {
      await Promise.all(notes);
      await sinks[Symbol.asyncDispose]();
    },
  };
}
