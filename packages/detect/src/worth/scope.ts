import type { Line } from '../inventory/outline.ts';

/** Everything that tests consist of on one side, indexed once: a change may have thousands of tests. */
export interface Scope {
  /** Statements that contain a name. */
  withName(name: string): readonly Line[];
  /** Statements outside tests that contain a name. */
  outsideWithName(name: string): readonly Line[];
  /** Whether a statement matches. */
  has(pattern: RegExp): boolean;
  /** Whether a name has a value that is false. */
  isFalse(name: string): boolean;
}

const FALSE = /(?:^|\s)([\w$]+)(?::\w+)?(?::=|=)(?:false|False|0|None|null)$/;

export function createScope(lines: readonly Line[]): Scope {
  let names: ReadonlyMap<string, readonly Line[]> | undefined;
  let outside: ReadonlyMap<string, readonly Line[]> | undefined;
  let disabled: ReadonlySet<string> | undefined;
  const matches = new Map<RegExp, boolean>();
  return {
    withName(name) {
      names ??= indexNames(lines);
      return names.get(name) ?? [];
    },
    outsideWithName(name) {
      outside ??= indexNames(lines.filter(({ test }) => test === null));
      return outside.get(name) ?? [];
    },
    has(pattern) {
      const found = matches.get(pattern) ?? lines.some(({ text }) => pattern.test(text));
      matches.set(pattern, found);
      return found;
    },
    isFalse(name) {
      disabled ??= new Set(lines.flatMap(({ text }) => FALSE.exec(text)?.[1] ?? []));
      return disabled.has(name);
    },
  };
}

function indexNames(lines: readonly Line[]): ReadonlyMap<string, readonly Line[]> {
  const index = new Map<string, Line[]>();
  for (const line of lines)
    for (const name of new Set(line.text.match(/[\p{L}\p{N}_$]+/gu))) {
      const known = index.get(name);
      if (known === undefined) index.set(name, [line]);
      else known.push(line);
    }
  return index;
}
