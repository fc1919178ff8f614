import { onOneLine } from './format.ts';

/** Rows at the end of a terminal that are drawn over again, below lines that stay. Without a terminal only those. */
export interface LiveRows {
  /** A line that stays. */
  say(text: string): void;
  end(): void;
}

/** Draws what `list` gives, again and again. */
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
    // what has scrolled away cannot be erased: of too many, the last are shown
    const shown = list().slice(1 - (process.stderr.rows ?? 24));
    for (const row of shown) process.stderr.write(`${onOneLine(row).slice(0, width - 1)}\n`);
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
