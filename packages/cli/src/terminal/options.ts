import { type ParseArgsConfig, parseArgs } from 'node:util';
import { AssayError } from '@assay/schema';

/** Parses command-line arguments; an unknown option is a usage error. */
export function parseOptions<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (cause) {
    throw new AssayError('usage', (cause as Error).message, { cause });
  }
}

const SANDBOXES = ['bwrap', 'docker', 'local'] as const;

/** Validates `--sandbox`. */
export const readSandbox = (name: string | undefined): (typeof SANDBOXES)[number] | undefined =>
  name === undefined ? undefined : readOneOf('sandbox', name, SANDBOXES);

/** Validates an option that has a few values. */
export function readOneOf<const Choice extends string>(
  option: string,
  found: string,
  choices: readonly Choice[],
): Choice {
  const chosen = choices.find((choice) => choice === found);
  if (chosen !== undefined) return chosen;
  throw new AssayError('usage', `expected --${option} to be one of ${choices.join(', ')}, found ${found}`);
}
