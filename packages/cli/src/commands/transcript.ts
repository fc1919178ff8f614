import { AssayError, type ModelPrices, type TranscriptEntry } from '@assay/schema';
import { mayContainSecrets, redact } from '@assay/scoring';
import { READERS, readTranscript, streamTranscript, writeAtif } from '@assay/transcripts';
import type { Run } from '../command.ts';
import { readOwnPrices } from '../imported-prices.ts';
import { createLiteralParser } from '../literals.ts';
import { parseOptions } from '../terminal/options.ts';
import { writeOut } from '../terminal/output.ts';

const HELP = `Usage: assay transcript FILE [--format assay|atif] [--no-redact]

Prints any supported transcript in the common format, as one JSON document:
{entries, format, agent, model, interactions, usage, cost_usd, end, counts, warnings, …}
With --format atif: as a trajectory in Harbor's interchange format.
If the transcript reports no cost, \`prices\` from the configuration in this folder take precedence over list prices.

Secrets in texts are redacted and counted in \`redactions\`; --no-redact leaves them in.

The format is detected from the content of the file:
${READERS.map(({ title }) => `  ${title}`).join('\n')}
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
  const { format, 'no-redact': reveal } = values;
  if (format !== 'assay' && format !== 'atif')
    throw new AssayError('usage', `expected --format assay or atif, found ${format}`);
  const prices = await readOwnPrices(process.cwd());
  switch (format) {
    case 'assay':
      await printCommonForm(path, { reveal, prices });
      return 0;
    case 'atif': {
      const transcript = await readTranscript(path, { prices });
      await writeOut(`${JSON.stringify(writeAtif(reveal ? transcript : redact(transcript).value))}\n`);
      return 0;
    }
  }
};

// writes entries as they are read, so memory does not grow with the file
async function printCommonForm(
  path: string,
  { reveal, prices }: { reveal: boolean; prices: ModelPrices },
): Promise<void> {
  const out = createBatches();
  const { parse, literalOf } = createLiteralParser();
  let separator = '{"entries":[';
  let redactions = 0;
  const onEntry = (entry: TranscriptEntry): Promise<void> | undefined => {
    const json = stringifyEntry(entry, literalOf(entry.text ?? ''));
    // a fast scan of the JSON; redact only if it may contain secrets
    const clean = reveal || !json.some(mayContainSecrets) ? undefined : redact(entry);
    redactions += clean?.count ?? 0;
    const isFull = out.add(separator, ...(clean === undefined ? json : [JSON.stringify(clean.value)]));
    separator = ',';
    return isFull ? out.flush() : undefined;
  };
  const summary = { ...(await streamTranscript(path, onEntry, { parse, prices })), redactions };
  const json = JSON.stringify(summary);
  const clean = reveal || !mayContainSecrets(json) ? json : JSON.stringify(redact(summary).value);
  out.add(separator === ',' ? '' : separator, `],${clean.slice(1)}\n`);
  await out.flush();
}

/** An entry as JSON in pieces, reusing the literal of its text if known. */
function stringifyEntry(entry: TranscriptEntry, text: string | undefined): readonly string[] {
  // an input may contain a `text` field too; in the other fields a quote is always escaped
  if (text === undefined || entry.input !== undefined) return [JSON.stringify(entry)];
  const form = JSON.stringify({ ...entry, text: '' });
  const place = form.indexOf('"text":""') + '"text":'.length;
  return [form.slice(0, place), text, form.slice(place + '""'.length)];
}

const BATCH_BYTES = 1024 * 1024;

/** Collects bytes and writes them in batches; joining strings first would copy everything twice. */
function createBatches() {
  let batch = Buffer.allocUnsafe(BATCH_BYTES);
  let used = 0;
  return {
    /** Wait for this before adding more: the buffer is reused. */
    async flush(): Promise<void> {
      await writeOut(batch.subarray(0, used));
      if (batch.length > BATCH_BYTES) batch = Buffer.allocUnsafe(BATCH_BYTES);
      used = 0;
    },
    /** Adds texts; returns whether to flush before adding more. */
    add(...texts: readonly string[]): boolean {
      for (const text of texts) {
        const most = text.length * 3;
        if (used + most > batch.length) batch = Buffer.concat([batch.subarray(0, used)], used + most);
        used += batch.write(text, used);
      }
      return used > BATCH_BYTES / 2;
    },
  };
}
