const COLORS = 8;

// the best-known agents never share a color
const OWN: Readonly<Record<string, number>> = {
  'claude-code': 1,
  codex: 2,
  'gemini-cli': 3,
  gemini: 3,
  opencode: 4,
  cursor: 5,
  aider: 6,
};

/**
 * One color per name, the same on every page. If two names of a list would share a color, the later one by alphabet
 * takes the next free one.
 */
export function assignColors(names: Iterable<string>): ReadonlyMap<string, string> {
  const taken = new Set<number>();
  const slots = new Map<string, number>();
  const ordered = [...new Set(names)].toSorted((a, b) => Number(b in OWN) - Number(a in OWN) || compare(a, b));
  for (const name of ordered) {
    const first = OWN[name] ?? hash(name);
    const free = Array.from({ length: COLORS }, (_, step) => ((first - 1 + step) % COLORS) + 1).find(
      (slot) => !taken.has(slot),
    );
    const slot = free ?? first;
    taken.add(slot);
    slots.set(name, slot);
  }
  return new Map([...slots].map(([name, slot]) => [name, `var(--series-${slot})`]));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function hash(name: string): number {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return (sum % COLORS) + 1;
}
