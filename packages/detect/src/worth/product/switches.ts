import type { TestLoss } from '@assay/schema';
import { oneLine } from '../../inventory/facts.ts';
import type { Line } from '../../inventory/outline.ts';
import { isRunnerConfig } from '../../signals/runner-config.ts';
import type { ChangedText } from '../configuration/judge-configuration.ts';
import { createPhrases } from '../phrases.ts';
import type { UnitChange } from '../unit-change.ts';

interface Setters {
  /** Statements that existing tests and their helpers gained. */
  readonly lines: readonly Line[];
  readonly files: ReadonlyMap<string, ChangedText>;
}

/** Variables that the product newly reads and that existing tests, or the settings of their runner, newly set. */
export function judgeSwitches(
  product: readonly Pick<UnitChange, 'path' | 'gained'>[],
  { lines, files }: Setters,
): TestLoss[] {
  const settings = [...files].flatMap(([path, { before, after }]) =>
    isRunnerConfig(path) && after !== null ? [{ before: before ?? '', after }] : [],
  );
  const inEnvironment = lines.filter(({ text }) => /env/i.test(text));
  const isSet = (name: string): boolean =>
    lines.some(({ text }) => text.includes(name)) ||
    settings.some(({ before, after }) => after.includes(name) && !before.includes(name));
  return product.flatMap(({ path, gained }) =>
    gained.flatMap((line): TestLoss[] => {
      const names = line.text.match(VARIABLE) ?? [];
      const name = reads(line.text)
        ? names.find(isSet)
        : names.find((one) => line.text.includes(`"${one}"`) && inEnvironment.some(({ text }) => text.includes(one)));
      if (name === undefined) return [];
      const message = `the product reads ${name}, which the tests set; make sure that it is right without it`;
      const at = { path, line: line.line, test: null, after: oneLine(line.text) };
      return [{ aspect: 'unaware', grade: 'review', message, ...at }];
    }),
  );
}

const VARIABLE = /\b[A-Z][A-Z\d_]{3,}\b/g;

const reads = createPhrases({
  python: ['environ', 'getenv('],
  javascript: ['process.env', 'import.meta.env', 'Deno.env'],
  go: ['os.Getenv(', 'os.LookupEnv('],
  rust: ['env::var*', 'option_env!'],
  java: ['System.getenv(', 'System.getProperty('],
  ruby: ['ENV['],
});
