import { cannotScore } from './scorer.ts';

/** The evidence under a name. Throws when there is none. */
export function readEvidence<V>(
  gathered: Readonly<Record<string, V>>,
  { what, name }: { what: string; name: string },
): V {
  // a name may be `constructor`, which every object inherits
  const found = Object.hasOwn(gathered, name) ? gathered[name] : undefined;
  return found ?? cannotScore(`expected evidence of ${what} ${JSON.stringify(name)}, found none; gather it again`);
}
