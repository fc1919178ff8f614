import type { WorkerEvent } from '@assay/server';
import { formatDuration } from '../../terminal/format.ts';
import { startLiveRows } from '../../terminal/live-rows.ts';

/** Progress of a worker: on a terminal one line per run, otherwise a line for each finished run. */
export interface WorkerDisplay {
  show(event: WorkerEvent): void;
  end(): void;
}

interface Line {
  readonly started_ms: number;
  step: string;
}

const REDRAW_MS = 200;

export function createWorkerDisplay(): WorkerDisplay {
  const lines = new Map<string, Line>();
  let finished = 0;
  const listRows = (): string[] => [
    ...[...lines].map(
      ([run_id, { step, started_ms }]) => `▸  ${run_id}  ${step}  ${formatDuration(performance.now() - started_ms)}`,
    ),
    `${finished} finished, ${lines.size === 0 ? 'waiting for runs' : `${lines.size} running`}`,
  ];
  const { say, end } = startLiveRows(listRows, REDRAW_MS);
  return {
    show(event) {
      if (event.kind === 'taken') lines.set(event.run_id, { started_ms: performance.now(), step: 'taken' });
      else if (event.kind === 'step') {
        const line = lines.get(event.run_id);
        if (line !== undefined) line.step = event.step;
      } else if ('run_id' in event) lines.delete(event.run_id);
      if (event.kind === 'finished') finished++;
      const text = describeEvent(event);
      if (text !== undefined) say(text);
    },
    end,
  };
}

/** An event in one sentence; undefined for events that are too frequent. */
export function describeEvent(event: WorkerEvent): string | undefined {
  switch (event.kind) {
    case 'ready':
      return `${event.worker} is ready for ${event.concurrency} ${event.concurrency === 1 ? 'run' : 'runs'} at a time`;
    case 'finished': {
      const { run_id, scenario, agent_id, result, score, wall_ms } = event;
      const points = score === null ? 'not scored' : `score ${score}`;
      return `${run_id}  ${scenario} · ${agent_id}: ${result}, ${points}, ${formatDuration(wall_ms)}`;
    }
    case 'dropped':
      return `${event.run_id}  released: ${event.reason}`;
    case 'failed':
      return `! ${event.run_id}  could not be executed, will be retried: ${event.problem}`;
    case 'abandoned':
      return `! ${event.run_id}  failed for good: ${event.problem}`;
    case 'returned':
      return `${event.run_id}  returned to the queue`;
    case 'draining':
      return event.running === 0
        ? 'stopping'
        : `stopping after ${event.running} running ${event.running === 1 ? 'run' : 'runs'}; press Ctrl-C again to stop now and return them to the queue`;
    case 'stranded':
      return `! ${event.runs} queued ${event.runs === 1 ? 'run waits' : 'runs wait'}: ${event.reason}`;
    case 'trouble':
      return `! ${event.problem}`;
    case 'taken':
    case 'step':
      return undefined;
  }
}
