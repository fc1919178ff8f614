import { readFile } from 'node:fs/promises';
import { AssayError, Evaluation, KeyDirectory } from '@assay/schema';
import { readKeys, type Verification, verifyAttestation, verifyWindow } from '@assay/server/attestations';
import type { Run } from '../../command.ts';
import { wantsColor } from '../../config.ts';
import { chooseServer } from '../../server/choose-server.ts';
import { requestServer } from '../../server/request-server.ts';
import { parseOptions } from '../../terminal/options.ts';
import { writeOut } from '../../terminal/output.ts';
import { COLOR, PLAIN } from '../../terminal/style.ts';
import { drawVerification } from './draw-verification.ts';

const HELP = `Usage: assay verify FILE --key KEY | --url URL [--evaluations FILE] [--json]

Verifies an attestation: who signed it, that it was not changed, and that it is still valid. Works offline with --key.

  --key KEY            key file: /.well-known/assay-keys.json of a server, a JSON Web Key, or PEM
  --url URL            server to trust; its keys and revocations are read now
  --evaluations FILE   also verify the evaluations of a reputation: JSON of GET /v1/evaluations, oldest first
  --json               print {valid, kid, statement} or {valid, reason, detail}

Reasons: malformed, wrong_key, revoked, tampered, reordered, not_yet_valid, expired, window_mismatch

Exit codes: 0 valid · 1 invalid · 2 usage error, or an unreadable file · 3 the server cannot be reached
`;

export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values, positionals } = parseOptions(args, {
    key: { type: 'string' },
    url: { type: 'string' },
    evaluations: { type: 'string' },
    json: { type: 'boolean' },
  });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) {
    throw new AssayError('usage', `expected one file with an attestation, found ${positionals.length}`);
  }
  if ((values.key === undefined) === (values.url === undefined)) {
    throw new AssayError('usage', 'give either --key or --url to say which key to trust');
  }
  const attestation = parseJson(await readText(file));
  const directory = values.key === undefined ? await askKeys(values.url, signal) : readKeys(await readText(values.key));
  const signed = verifyAttestation(attestation, { directory, now: Date.now() });
  const result = values.evaluations === undefined ? signed : await holdAgainst(signed, values.evaluations);
  const style = wantsColor(process.stdout) ? COLOR : PLAIN;
  await writeOut(values.json ? `${JSON.stringify(result)}\n` : drawVerification(result, style));
  return result.valid ? 0 : 1;
};

// invalid JSON is reported as a malformed attestation, not as a usage error
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function askKeys(url: string | undefined, signal: AbortSignal): Promise<KeyDirectory> {
  // public keys need no API key, so none is sent
  const server = { ...chooseServer(url), api_key: null };
  return await requestServer(server, { operation: 'getKeyDirectory', input: {}, answer: KeyDirectory, signal });
}

async function holdAgainst(signed: Verification, file: string): Promise<Verification> {
  const shown = parseJson(await readText(file)) as { items?: unknown } | undefined;
  // a page of the API, or a plain array
  const read = Evaluation.array().safeParse(Array.isArray(shown) ? shown : shown?.items);
  if (!read.success) {
    throw new AssayError('invalid_input', `${file} must contain evaluations in the format of GET /v1/evaluations`);
  }
  if (!signed.valid) return signed;
  const { statement } = signed;
  if (statement.predicateType !== 'urn:assay:attestation:reputation:v1') {
    throw new AssayError(
      'usage',
      '--evaluations works only with the attestation of a reputation; this one is of a run',
    );
  }
  const refusal = verifyWindow(statement, read.data);
  return refusal === null ? signed : { valid: false, ...refusal };
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new AssayError('unreadable_file', `${file} cannot be read: ${code ?? message}`, { cause });
  }
}
