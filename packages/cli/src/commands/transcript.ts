import { once } from 'node:events';
import { readTranscript, streamTranscript, writeAtif } from '@assay/harness';
import { AssayError } from '@assay/schema';
import { redact } from '@assay/scoring';
import type { Run } from '../command.ts';
import { parseOptions } from '../terminal/options.ts';
import { writeOut } from '../terminal/output.ts';

const HELP = `Usage: assay transcript FILE [--format assay|atif] [--no-redact]

Any supported transcript in the common form, as one JSON document:
{entries, format, agent, model, interactions, usage, cost_usd, end, counts, warnings, …}
With --format atif, as a trajectory in Harbor's interchange format.

Secrets are taken out of the texts and counted in \`redactions\`; --no-redact leaves them in.
`;

export const run: Run = async (args) => {
  const { values, positionals } = parseOptions(args, {
    help: { type: 'boolean', short: 'h' },
    format: { type: 'string', default: 'assay' },
    'no-redact': { type: 'boolean', default: false },
    json: { type: 'boolean' },
  });
  if (values.help) {
    await writeOut(HELP);
    return 0;
  }
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0)
    throw new AssayError('usage', `expected one file, found ${positionals.length}`);
  switch (values.format) {
    case 'assay':
      await printCommonForm(path, values['no-redact']);
      return 0;
    case 'atif': {
      const transcript = await readTranscript(path);
      await writeOut(`${JSON.stringify(writeAtif(values['no-redact'] ? transcript : redact(transcript).value))}\n`);
      return 0;
    }
    default:
      throw new AssayError('usage', `expected --format assay or atif, found ${values.format}`);
  }
};

// entries go out as they are read, so that the size of a file does not matter
async function printCommonForm(path: string, reveal: boolean): Promise<void> {
  let written = 0;
  let redactions = 0;
  const summary = await streamTranscript(path, (entry) => {
    const clean = reveal ? { value: entry, count: 0 } : redact(entry);
    redactions += clean.count;
    const separator = written++ === 0 ? '{"entries":[' : ',';
    const hasRoom = process.stdout.write(`${separator}${JSON.stringify(clean.value)}`);
    return hasRoom ? undefined : drained();
  });
  const { value } = reveal ? { value: summary } : redact(summary);
  await writeOut(`${written === 0 ? '{"entries":[' : ''}],${JSON.stringify({ ...value, redactions }).slice(1)}\n`);
}

async function drained(): Promise<void> {
  await once(process.stdout, 'drain');
}
