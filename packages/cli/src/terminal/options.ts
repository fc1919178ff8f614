import { type ParseArgsConfig, parseArgs } from 'node:util';
import { AssayError, JudgeSpec } from '@assay/schema';

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

const JUDGES = ['auto', 'anthropic', 'claude-cli', 'openai', 'heuristic', 'none'] as const;

/** Parses `--judge`: a name, optionally with a model after a colon. */
export function readJudge(text: string): JudgeSpec {
  const [name = '', ...model] = text.split(':');
  const spec = { use: name, ...(model.length === 0 ? {} : { model: model.join(':') }) };
  const read = JudgeSpec.safeParse(spec);
  if (!read.success || !JUDGES.some((judge) => judge === name))
    throw new AssayError(
      'usage',
      `expected --judge to be one of ${JUDGES.join(', ')}, optionally with a model such as openai:gpt-5, found ${text}`,
    );
  return read.data;
}
