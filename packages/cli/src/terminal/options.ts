import { type ParseArgsConfig, parseArgs } from 'node:util';
import { AssayError, findNearest } from '@assay/schema';

/** Parses command-line arguments; an unknown option is a usage error. */
export function parseOptions<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (cause) {
    const { message } = cause as Error;
    const [, unknown] = /^Unknown option '--([^']+)'/.exec(message) ?? [];
    if (unknown === undefined) throw new AssayError('usage', message, { cause });
    const meant = findNearest(unknown, Object.keys(options));
    const suggestion = meant === undefined ? '' : `; did you mean --${meant}?`;
    throw new AssayError('usage', `unknown option --${unknown}${suggestion}`, { cause });
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
