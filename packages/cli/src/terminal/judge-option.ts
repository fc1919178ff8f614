import { AssayError, JudgeSpec } from '@assay/schema';

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
