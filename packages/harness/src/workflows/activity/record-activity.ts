import type { Activity } from '@assay/schema';
import { type Host, instant } from '../../contracts/host.ts';
import type { RunEvents } from '../../run/run-scenarios.ts';
import type { Cell } from '../../run/schedule/run-plan.ts';
import { type ActivityFile, openActivityFile } from './activity-files.ts';

/** Well below the time after which a silent process counts as gone. */
const HEARTBEAT_MS = 5_000;

export interface RecordActivityOptions {
  /** The `.assay` folder. */
  readonly root: string;
  /** Such as `assay run`. */
  readonly command: string;
  readonly host: Host;
  /** Receives all events too. */
  readonly events: RunEvents;
}

/** Events that are recorded as they happen. */
export interface RecordedActivity {
  readonly events: RunEvents;
  /** Removes the record. */
  end(): Promise<void>;
}

/**
 * Writes the activity of this process to `.assay`, for a dashboard of the same folder. Write errors do not
 * stop runs.
 */
export function recordActivity({ root, command, host, events }: RecordActivityOptions): RecordedActivity {
  const started_at = instant(host.now());
  const running = new Map<Cell, Activity['running'][number]>();
  const counts = { runs_done: 0, runs: 0 };
  let proving: Activity['proving'] = null;
  const file = openWriter(root, () => ({
    activity_id: `${started_at}-${process.pid}`,
    command,
    started_at,
    updated_at: instant(host.now()),
    proving,
    running: [...running.values()],
    ...counts,
  }));
  const conclude = (isIt: (cell: Cell) => boolean): void => {
    for (const cell of running.keys()) if (isIt(cell)) running.delete(cell);
    counts.runs_done += 1;
  };

  /** Records, writes and passes on an event. */
  const noted =
    <A extends unknown[]>(note: (...args: A) => void, pass: (...args: A) => void) =>
    (...args: A): void => {
      note(...args);
      file.write();
      pass(...args);
    };
  return {
    events: {
      planned: noted(({ cells, done }) => {
        Object.assign(counts, { runs_done: done, runs: cells.length + done });
      }, events.planned),
      proving: noted((now) => {
        proving = { ...now };
      }, events.proving),
      proved: noted((_scenario, _proof) => {
        proving = null;
      }, events.proved),
      started: noted((cell) => {
        running.set(cell, { ...describe(cell), step: 'waiting', started_at: instant(host.now()) });
      }, events.started),
      progressed: (cell, progress) => {
        const run = running.get(cell);
        if (run !== undefined && progress.kind === 'step') {
          run.step = progress.step;
          file.write();
        }
        events.progressed(cell, progress);
      },
      finished: noted(
        (result) =>
          conclude(
            (cell) =>
              cell.spec.id === result.agent &&
              cell.repeat === result.repeat &&
              cell.prepared.task.scenario.name === result.scenario &&
              (cell.label === undefined || cell.label === result.label),
          ),
        events.finished,
      ),
      missed: noted(({ cell }) => conclude((each) => each === cell), events.missed),
    },
    end: file.end,
  };
}

const describe = ({ prepared, spec, repeat }: Cell) => ({
  scenario: prepared.task.scenario.name,
  agent: spec.id,
  repeat,
});

/** Writes the latest state, one write at a time, plus a heartbeat. */
function openWriter(root: string, read: () => Activity): { write(): void; end(): Promise<void> } {
  let file: Promise<ActivityFile> | undefined;
  let writing: Promise<void> | undefined;
  let [isStale, ended] = [false, false];
  const drain = async (): Promise<void> => {
    while (isStale) {
      isStale = false;
      file ??= openActivityFile(root);
      await (await file).write(read());
    }
  };
  const write = (): void => {
    if (ended) return;
    isStale = true;
    writing ??= drain()
      // a full disk is reported by more important files
      .catch(() => undefined)
      .finally(() => {
        writing = undefined;
        // changed during the last write
        if (isStale) write();
      });
  };
  const heartbeat = setInterval(() => file !== undefined && write(), HEARTBEAT_MS);
  heartbeat.unref();
  return {
    write,
    end: async () => {
      clearInterval(heartbeat);
      [isStale, ended] = [false, true];
      await writing;
      await file?.then(({ remove }) => remove()).catch(() => undefined);
    },
  };
}
