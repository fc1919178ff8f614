import { type ParseArgsConfig, parseArgs } from 'node:util';
import { AssayError } from '@assay/schema';

/** The words of a command line by the options a command takes; what it does not take is a usage problem. */
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

/** `--sandbox` as it may be given. */
export function readSandbox(name: string | undefined): (typeof SANDBOXES)[number] | undefined {
  const known = SANDBOXES.find((sandbox) => sandbox === name);
  if (name !== undefined && known === undefined)
    throw new AssayError('usage', `expected --sandbox ${SANDBOXES.join(', ')}, found ${name}`);
  return known;
}
