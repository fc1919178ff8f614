const SECOND = 1000;
const AFTER_SECONDS = '2026-01-01T00:00:00.'.length;

/** The instant of a moment, as text, on a clock that began at `origin`. Many calls share a second, and all but its end. */
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
