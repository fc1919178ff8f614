import { lstatSync, lutimesSync, readdirSync } from 'node:fs';

const DAY_MS = 86_400_000;
// archives have made-up times before, and some formats cannot hold older ones
const FIRST_MS = Date.UTC(2000);

/**
 * Makes files some days older: all of them, or only those of today where the others have been made older before. So what
 * is newer than another file stays so.
 */
export function ageFiles(folder: string, days: number, which: 'all' | 'today'): void {
  const after_ms = which === 'all' ? FIRST_MS : Date.now() - DAY_MS;
  const toAge = (time_ms: number) => (time_ms - days * DAY_MS) / 1000;
  const visit = (at: Buffer): void => {
    for (const entry of readdirSync(at, { withFileTypes: true, encoding: 'buffer' })) {
      const path = Buffer.concat([at, Buffer.from('/'), entry.name]);
      try {
        if (entry.isDirectory()) visit(path);
        const { atimeMs, mtimeMs } = lstatSync(path);
        if (mtimeMs > after_ms) lutimesSync(path, toAge(atimeMs), toAge(mtimeMs));
      } catch {
        // too deep, or closed: it keeps its time
      }
    }
  };
  visit(Buffer.from(folder));
}
