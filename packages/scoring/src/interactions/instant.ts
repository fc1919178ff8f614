// date and time in extended or basic format, each consistent; seconds, fraction and zone optional
const ISO_8601 =
  /^(\d{4})(-?)(\d{2})\2(\d{2})[Tt](\d{2})(:?)(\d{2})(?:\6(\d{2})(?:[.,](\d{1,9}))?)?(Z|z|[+-]\d{2}(?::?\d{2})?)?$/;

/**
 * Whole microseconds since 1970 of an ISO 8601 instant, or null for anything else. Without a zone: UTC. Implemented
 * here because scoring has no clock, and because a date parser that guesses would invent durations.
 */
export function parseInstant(at: unknown): number | null {
  const match = typeof at === 'string' ? ISO_8601.exec(at) : null;
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[3]), Number(match[4])];
  const [hour, minute, second] = [Number(match[5]), Number(match[7]), Number(match[8] ?? 0)];
  const microsecond = Number((match[9] ?? '').padEnd(6, '0').slice(0, 6));
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 60) return null;
  const offset = zoneMinutes(match[10] ?? 'Z');
  if (offset === null) return null;
  return (
    (((daysSince1970(year, month, day) * 24 + hour) * 60 + minute - offset) * 60 + second) * 1_000_000 + microsecond
  );
}

function zoneMinutes(zone: string): number | null {
  if (zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || 0);
  if (hours > 23 || minutes > 59) return null;
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

// years counted from March, so that the leap day is the last of its year
function daysSince1970(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const monthFromMarch = (month + 9) % 12;
  const leapDays = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  return y * 365 + leapDays + Math.floor((153 * monthFromMarch + 2) / 5) + day - 1 - 719_468;
}
