import { readFile } from 'node:fs/promises';
import type { Change } from '@assay/detect';
import { AssayError, type ChangeRecord, Evaluation, KeyDirectory } from '@assay/schema';
import { readKeys, type Verification, verifyAttestation, verifyWindow } from '@assay/server/attestations';
import type { Run } from '../../command.ts';
import { wantsColor } from '../../config.ts';
import { chooseServer } from '../../server/choose-server.ts';
import { requestServer } from '../../server/request-server.ts';
import { readPublicKey } from '../../signing-key.ts';
import { parseOptions } from '../../terminal/options.ts';
import { writeOut } from '../../terminal/output.ts';
import { COLOR, PLAIN } from '../../terminal/style.ts';
import { drawVerification } from './draw-verification.ts';

const HELP = `Usage: assay verify FILE [--key KEY | --url URL] [OPTIONS]

Verifies an attestation: who signed it, that it was not changed, and that it is still valid. Works offline with --key.
The record of a change (assay check --run --record FILE) must also be about the files that are here.

  --key KEY            key file: /.well-known/assay-keys.json of a server, assay signing-key export, a JSON Web Key,
                       or PEM (default: the key of this machine, which signs records of changes)
  --url URL            server to trust; its keys and revocations are read now
  --head REF           the files that a record must be about (default: the work tree)
  --base REF           what the change must be compared with; without it, the record says with what it is
  --from DIR, --to DIR the same for a record of two folders
  --evaluations FILE   also verify the evaluations of a reputation: JSON of GET /v1/evaluations, oldest first
  --json               print {valid, kid, statement} or {valid, reason, detail}

Reasons: malformed, wrong_key, revoked, tampered, reordered, not_yet_valid, expired, window_mismatch, tree_mismatch

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
    base: { type: 'string' },
    head: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    json: { type: 'boolean' },
  });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) {
    throw new AssayError('usage', `expected one file with an attestation, found ${positionals.length}`);
  }
  if (values.key !== undefined && values.url !== undefined)
    throw new AssayError('usage', 'give either --key or --url to say which key to trust');
  const directory = await readDirectory(values, signal);
  const attestation = parseJson(await readText(file));
  const signed = verifyAttestation(attestation, { directory, now: Date.now() });
  const result = await hold(signed, { ...values, signal });
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

async function readDirectory({ key, url }: { key?: string; url?: string }, signal: AbortSignal): Promise<KeyDirectory> {
  if (key !== undefined) return readKeys(await readText(key));
  if (url !== undefined) return await askKeys(url, signal);
  const own = readPublicKey();
  if (own !== null) return { keys: [own], revoked: [] };
  throw new AssayError('usage', 'give --key or --url to say which key to trust; this machine has signed nothing yet');
}

interface HoldOptions extends Sides {
  readonly evaluations?: string;
}

/** Compares a valid attestation with what it is about. */
async function hold(signed: Verification, { evaluations, ...sides }: HoldOptions): Promise<Verification> {
  if (evaluations !== undefined) return await holdAgainst(signed, evaluations);
  if (!signed.valid) return signed;
  const { predicate } = signed.statement;
  if (!('assay' in predicate && 'record' in predicate.assay)) return signed;
  const mismatch = await findMismatch(predicate.assay.record.trees, sides);
  return mismatch === undefined ? signed : { valid: false, reason: 'tree_mismatch', detail: mismatch };
}

interface Sides {
  readonly base?: string;
  readonly head?: string;
  readonly from?: string;
  readonly to?: string;
  readonly signal: AbortSignal;
}

/** How the files that are here differ from those that a record is about. */
async function findMismatch(
  { before, after }: ChangeRecord['trees'],
  { base, from, ...sides }: Sides,
): Promise<string | undefined> {
  // the ignore rules of the base decide what belongs to a work tree
  const start = from === undefined ? { base: base ?? before } : { from };
  // only records of changes are about files
  const { readChange } = await import('@assay/detect');
  await using change = await readChange({ folder: process.cwd(), ...sides, ...start });
  if (change.final_tree !== after) {
    const files = await listDifferences(change, after);
    return `the files here are not those that ran: tree ${change.final_tree}, not ${after}${files}`;
  }
  if (change.baseline_tree !== before)
    return `the change was compared with other files than ${change.base}: tree ${before}, not ${change.baseline_tree}`;
  return undefined;
}

async function listDifferences({ final_tree, git_dir }: Change, before: string): Promise<string> {
  // the tree that ran is only here if it was committed
  const { diffTrees } = await import('@assay/detect');
  const found = await diffTrees({ before, after: final_tree, git_dir }).catch(() => []);
  const paths = found.slice(0, MAX_PATHS).map(({ path }) => path);
  return paths.length === 0 ? '' : `; ${paths.join(', ')}${found.length > MAX_PATHS ? ' and more' : ''} changed`;
}

const MAX_PATHS = 3;

async function askKeys(url: string, signal: AbortSignal): Promise<KeyDirectory> {
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
