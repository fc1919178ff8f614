import { deliver } from './deliver.ts';
import type { Destination } from './destination.ts';

interface SenderOptions {
  readonly folder: string;
  readonly destination: Destination;
  readonly tell: (text: string) => void;
  /** Between 0 and 1; spreads the retries of many proxies. */
  readonly random: () => number;
}

const GATHER_MS = 500;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
// time for the last evaluations on close, if the server answered before
const LAST_MS = 300;

/** Sends the logs to the server in the background. */
export function startEvaluationSender({ folder, destination, tell, random }: SenderOptions) {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isDirty = false;
  let failures = 0;
  let isOver = false;

  const run = async (): Promise<void> => {
    isDirty = false;
    const { stopped, is_busy } = await deliver(folder, { destination, logs: 'own', signal: controller.signal });
    if (controller.signal.aborted) return;
    if (stopped?.kind === 'never') {
      isOver = true;
      tell(
        `evaluations are stored locally and not sent, because ${destination.url} answered ${stopped.reason}; check the URL and the key`,
      );
    } else if (stopped !== null) {
      failures++;
      isDirty = true;
      schedule(
        stopped.after_ms ?? Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)) * (0.5 + random() / 2),
      );
    } else {
      failures = 0;
      // the process that is sending may have passed our lines already
      if (is_busy) isDirty = true;
      if (isDirty) schedule(is_busy ? FIRST_RETRY_MS : GATHER_MS);
    }
  };
  const schedule = (ms: number): void => {
    if (isOver || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      start();
    }, ms);
    timer.unref();
  };
  const start = (): void => {
    running ??= run()
      .catch((fault: Error) => {
        isOver = true;
        tell(`evaluations are stored locally and not sent: ${fault.message}`);
      })
      .finally(() => {
        running = undefined;
      });
  };
  // earlier proxies may have left unsent logs
  schedule(GATHER_MS);

  return {
    /** The log has a new line. */
    wake(): void {
      isDirty = true;
      if (running === undefined) schedule(GATHER_MS);
    },
    async close(): Promise<void> {
      clearTimeout(timer);
      if (!isOver && failures === 0 && isDirty && running === undefined) start();
      const last = setTimeout(() => controller.abort(), failures === 0 ? LAST_MS : 0);
      await running;
      clearTimeout(last);
      isOver = true;
    },
  };
}
