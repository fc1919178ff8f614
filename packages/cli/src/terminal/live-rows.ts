import { cut } from './fit.ts';
import { onOneLine } from './format.ts';

/** Rows that are redrawn at the end of a terminal, below permanent lines. Without a terminal: only permanent lines. */
export interface LiveRows {
  /** Writes a permanent line. */
  say(text: string): void;
  end(): void;
}

/** Redraws the rows from `list` periodically. */
export function startLiveRows(list: () => readonly string[], redraw_ms: number): LiveRows {
  const live = process.stderr.isTTY === true;
  let drawn = 0;
  const erase = (): void => {
    if (drawn > 0) process.stderr.write(`\u001b[${drawn}A\u001b[J`);
    drawn = 0;
  };
  const draw = (): void => {
    if (!live) return;
    erase();
    const width = process.stderr.columns ?? 80;
    // rows that scrolled away cannot be erased, so only the last ones that fit are drawn
    const shown = list().slice(1 - (process.stderr.rows ?? 24));
    for (const row of shown) process.stderr.write(`${cut(onOneLine(row), width - 1)}\n`);
    drawn = shown.length;
  };
  const timer = live ? setInterval(draw, redraw_ms) : undefined;
  return {
    say(text) {
      erase();
      process.stderr.write(`${onOneLine(text)}\n`);
      draw();
    },
    end() {
      clearInterval(timer);
      erase();
    },
  };
}
