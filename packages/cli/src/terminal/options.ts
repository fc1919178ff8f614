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
export function readSandbox(name: string | undefined): (typeof SANDBOXES)[number] | undefined {
  const known = SANDBOXES.find((sandbox) => sandbox === name);
  if (name !== undefined && known === undefined)
    throw new AssayError('usage', `expected --sandbox to be one of ${SANDBOXES.join(', ')}, found ${name}`);
  return known;
}
