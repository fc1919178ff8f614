import { type ParseArgsConfig, parseArgs } from 'node:util';
import { AssayError, JudgeSpec } from '@assay/schema';

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

const JUDGES = ['auto', 'anthropic', 'claude-cli', 'openai', 'heuristic', 'none'] as const;

/** `--judge` as it may be given: a name, with a model after a colon where one can be chosen. */
export function readJudge(text: string): JudgeSpec {
  const [name = '', ...model] = text.split(':');
  const spec = { use: name, ...(model.length === 0 ? {} : { model: model.join(':') }) };
  const read = JudgeSpec.safeParse(spec);
  if (!read.success || !JUDGES.some((judge) => judge === name))
    throw new AssayError(
      'usage',
      `expected --judge ${JUDGES.join(', ')}, or one with its model such as openai:gpt-5, found ${text}`,
    );
  return read.data;
}
