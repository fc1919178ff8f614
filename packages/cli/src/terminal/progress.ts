import { isInteractive } from '../config.ts';

/** A progress bar on stderr; silent without a terminal. */
export interface Progress {
  /** A note follows the count. */
  readonly advance: (done: number, note?: string) => void;
  readonly done: () => void;
}

const WIDTH = 24;
// also the delay before the first draw, so that short work shows nothing
const REDRAW_MS = 100;

export function createProgress(what: string, total: number): Progress {
  if (total < 2) return { advance: () => undefined, done: () => undefined };
  const line = createLine();
  return {
    advance: (done, note = '') => {
      const filled = Math.round((done / total) * WIDTH);
      line.draw(`${what} ${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${done}/${total} ${note}`.trimEnd());
    },
    done: line.clear,
  };
}

/** A counter for work whose total grows while it runs. */
export function createCount(what: string, of_what: string) {
  const line = createLine();
  return {
    advance: (done: number, total: number): void => line.draw(`${what} ${done} of ${total} ${of_what}`),
    done: line.clear,
  };
}

/** A line with the present step and its seconds. */
export function createSteps() {
  if (!isInteractive(process.stderr)) return { show: () => undefined, clear: () => undefined };
  let [step, started_ms] = ['', performance.now()];
  const draw = (): void => {
    const seconds = Math.round((performance.now() - started_ms) / 1000);
    process.stderr.write(`\r\u001b[K${step}${seconds === 0 ? '' : ` · ${seconds} s`}`);
  };
  const timer = setInterval(draw, 1000).unref();
  return {
    show: (next: string): void => {
      [step, started_ms] = [next, performance.now()];
      draw();
    },
    clear: (): void => {
      clearInterval(timer);
      process.stderr.write('\r\u001b[K');
    },
  };
}

function createLine() {
  if (!isInteractive(process.stderr)) return { draw: () => undefined, clear: () => undefined };
  let drawn_ms = performance.now();
  return {
    draw: (text: string): void => {
      if (performance.now() - drawn_ms < REDRAW_MS) return;
      drawn_ms = performance.now();
      process.stderr.write(`\r${text}`);
    },
    clear: (): void => {
      process.stderr.write('\r\u001b[K');
    },
  };
}
