import { platformsIn } from '@assay/scoring';
import type { TestReading } from '../../inventory/inventory.ts';
import type { ChangedText } from '../configuration/judge-configuration.ts';

/** Platforms in conditions of the tests that the change introduces elsewhere too, such as in the product or a pipeline. */
export function findNewPlatforms(
  { tests, inventory }: TestReading,
  files: ReadonlyMap<string, ChangedText>,
): ReadonlySet<string> {
  const named = new Set([
    ...inventory.after.flatMap((file) =>
      [...file.markers, ...file.tests.flatMap(({ markers }) => markers)].flatMap(({ text }) => platformsIn(text)),
    ),
    ...[...tests.after.values()].flatMap((lines) => lines.flatMap(({ text }) => platformsIn(text))),
  ]);
  if (named.size === 0) return named;
  const others = [...files]
    .filter(([path]) => !tests.before.has(path) && !tests.after.has(path))
    .map(([, text]) => text);
  const isNamed = (text: string | null, name: string): boolean => text?.includes(name) ?? false;
  return new Set(
    [...named].filter(
      (name) => others.some(({ after }) => isNamed(after, name)) && !others.some(({ before }) => isNamed(before, name)),
    ),
  );
}
