/** What a walk over a value meets: the opening of a list or an object, a key, or a leaf as text. */
type Visit = (kind: 'list' | 'object' | 'key' | 'text' | 'other', text: string) => void;

/** From here on, objects are remembered: only a value that is no JSON can contain itself. */
const MANY_OBJECTS = 10_000;

/** Visits a value of any shape, the keys of an object in their order. Without recursion. */
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

/** Tells a key on the stack from a text. */
class Key {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

// String() of a symbol or a function would be text nobody wrote
const plain = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : typeof value;

/** The first of these fields that an object has. */
export function field(input: unknown, names: readonly string[]): unknown {
  if (typeof input !== 'object' || input === null) return undefined;
  const name = names.find((candidate) => Object.hasOwn(input, candidate));
  return name === undefined ? undefined : (input as Record<string, unknown>)[name];
}

/** The same where only text will do. */
export function textField(input: unknown, names: readonly string[]): string | undefined {
  const value = field(input, names);
  return typeof value === 'string' ? value : undefined;
}
