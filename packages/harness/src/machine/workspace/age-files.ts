import { lstatSync, lutimesSync, readdirSync } from 'node:fs';

const DAY_MS = 86_400_000;

/** Makes the files of today some days older. What is newer than another file stays so. */
export function ageFiles(folder: string, days: number): void {
  const today_ms = Date.now() - DAY_MS;
  const toAge = (time_ms: number) => (time_ms - days * DAY_MS) / 1000;
  const visit = (at: Buffer): void => {
    for (const entry of readdirSync(at, { withFileTypes: true, encoding: 'buffer' })) {
      const path = Buffer.concat([at, Buffer.from('/'), entry.name]);
      try {
        if (entry.isDirectory()) visit(path);
        const { atimeMs, mtimeMs } = lstatSync(path);
        if (mtimeMs > today_ms) lutimesSync(path, toAge(atimeMs), toAge(mtimeMs));
      } catch {
        // too deep, or closed: it keeps its time
      }
    }
  };
  visit(Buffer.from(folder));
}
