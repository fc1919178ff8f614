const SECOND = 1000;
const AFTER_SECONDS = '2026-01-01T00:00:00.'.length;

/** Formats times of a clock that started at `origin` as ISO instants. Caches the part up to the second. */
export function createInstantFormatter(origin: number): (at: number) => string {
  let second = Number.NaN;
  let beginning = '';
  return (at) => {
    const ms = Math.trunc(origin + at);
    const rest = ms % SECOND;
    if (ms - rest !== second) {
      second = ms - rest;
      beginning = new Date(second).toISOString().slice(0, AFTER_SECONDS);
    }
    return `${beginning}${String(rest).padStart(3, '0')}Z`;
  };
}
