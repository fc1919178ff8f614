/** Called for the start of a list or object, for each key, and for each leaf as text. */
type Visit = (kind: 'list' | 'object' | 'key' | 'text' | 'other', text: string) => void;

/** From this many objects on, cycles are detected: only a non-JSON value can contain itself. */
const MANY_OBJECTS = 10_000;

/** Visits any value iteratively, object keys in sorted order. */
export function walk(value: unknown, visit: Visit): void {
  const seen = new Set<object>();
  const stack: unknown[] = [value];
  let objects = 0;
  while (stack.length > 0) {
    const item = stack.pop();
    if (typeof item === 'string') visit('text', item);
    else if (item instanceof Key) visit('key', item.name);
    else if (typeof item !== 'object' || item === null) visit('other', plain(item));
    else if (seen.has(item)) visit('other', 'again');
    else {
      if (++objects > MANY_OBJECTS) seen.add(item);
      if (Array.isArray(item)) {
        visit('list', String(item.length));
        for (let i = item.length - 1; i >= 0; i--) stack.push(item[i]);
      } else {
        const keys = Object.keys(item).sort();
        visit('object', String(keys.length));
        for (let i = keys.length - 1; i >= 0; i--) {
          const name = keys[i] as string;
          stack.push((item as Record<string, unknown>)[name], new Key(name));
        }
      }
    }
  }
}

/** Distinguishes a key on the stack from a text. */
class Key {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

// String() of a symbol or function would produce text that nobody wrote
const plain = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : typeof value;

/** The first of these fields that an object has. */
export function field(input: unknown, names: readonly string[]): unknown {
  if (typeof input !== 'object' || input === null) return undefined;
  const name = names.find((candidate) => Object.hasOwn(input, candidate));
  return name === undefined ? undefined : (input as Record<string, unknown>)[name];
}

/** Like `field`, for text only. */
export function textField(input: unknown, names: readonly string[]): string | undefined {
  const value = field(input, names);
  return typeof value === 'string' ? value : undefined;
}
