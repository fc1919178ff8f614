import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { canonicalJson, findSecretValues } from '@assay/harness';
import {
  AssayError,
  type CheckReport,
  type ModelPrices,
  type ParcelKind,
  RunId,
  type WaitingParcel,
} from '@assay/schema';
import { type CheckedChange, getRun } from '@assay/schema/api';
import { readTranscript } from '@assay/transcripts';
import { createHost, stateFolder } from '../config.ts';
import { chooseServer, type ServerAddress } from '../server/choose-server.ts';
import { readLogin } from '../server/login-file.ts';
import { requestServer } from '../server/request-server.ts';
import { createProgress } from '../terminal/progress.ts';
import type { Subject } from './find-subjects.ts';
import { type Outbox, openOutbox } from './outbox.ts';
import { packCheck, packComparison, packProof } from './pack-document.ts';
import { type PackOptions, packRun } from './pack-run.ts';
import type { Parcel } from './parcel.ts';
import { createOutgoingRedactor } from './redact-outgoing.ts';
import { type Refused, type Sending, type SendOptions, sendWaiting } from './send-waiting.ts';

/** Anything that can be sent. */
export type Pushed = Subject | { readonly kind: 'check'; readonly change: CheckedChange; readonly report: CheckReport };

export interface PushOptions {
  readonly url?: string | undefined;
  readonly workspace_id?: string | undefined;
  readonly prices: ModelPrices;
  readonly signal: AbortSignal;
}

/** The result of a push. */
export interface PushResult {
  readonly server: string;
  readonly sent: readonly WaitingParcel[];
  /** What was on the server before. */
  readonly already: readonly Pick<Parcel, 'kind' | 'name'>[];
  readonly refused: readonly Pick<Refused, 'error'>[];
  /** What could not be packed or was refused, by name. */
  readonly failures: readonly { readonly kind: ParcelKind; readonly name: string; readonly error: AssayError }[];
  readonly waiting: number;
  readonly obstacle: AssayError | null;
}

/** Sends subjects and what waits from earlier. Everything passes through the outbox, so that nothing is lost. */
export async function pushSubjects(subjects: readonly Pushed[], options: PushOptions): Promise<PushResult> {
  const { signal } = options;
  const server = chooseServer(options.url);
  if (server.api_key === null)
    throw new AssayError('unauthorized', `no key for ${server.url}: run \`assay login\` or set ASSAY_API_KEY`);
  const outbox = await openOutbox(stateFolder(), { url: server.url, now: Date.now });
  const flush = () => sendAll(outbox, { server, signal });
  const filled = await fill(outbox, subjects, { ...options, server, flush });
  const parts = [...filled.sendings, await flush()];
  const refused = parts.flatMap((part) => part.refused);
  const { waiting, obstacle } = parts.at(-1) as Sending;
  return {
    server: server.url,
    sent: parts.flatMap((part) => part.sent),
    already: [...filled.already, ...parts.flatMap((part) => part.already)].map(({ kind, name }) => ({ kind, name })),
    refused,
    failures: [...filled.failures, ...refused.map(({ parcel: { kind, name }, error }) => ({ kind, name, error }))],
    waiting: waiting.length,
    obstacle,
  };
}

async function sendAll(outbox: Outbox, given: { server: ServerAddress; signal: AbortSignal }): Promise<Sending> {
  const progress = createProgress('sending', (await outbox.list()).length);
  const onProgress: SendOptions['onProgress'] = (done, _of, { kind, name }) =>
    progress.advance(done, `${kind} ${name}`);
  return await sendWaiting(outbox, { ...given, onProgress }).finally(progress.done);
}

/** What a push would send, without sending anything. */
export async function packSubjects(subjects: readonly Pushed[], options: PushOptions) {
  const packing = createPacking(options);
  const parcels: Parcel[] = [];
  const failures: PushResult['failures'][number][] = [];
  for (const subject of subjects) {
    const parcel = await pack(subject, packing).catch((error: unknown) => toFailure(subject, error));
    if ('error' in parcel) failures.push(parcel);
    else parcels.push(parcel);
  }
  return { parcels, failures };
}

interface Filling extends PushOptions {
  readonly server: ServerAddress;
  /** Sends what waits, to make room. */
  readonly flush: () => Promise<Sending>;
}

async function fill(outbox: Outbox, subjects: readonly Pushed[], { server, flush, ...options }: Filling) {
  const packing = createPacking(options);
  const progress = createProgress('packing', subjects.length);
  const already: Pick<Parcel, 'kind' | 'name'>[] = [];
  const failures: PushResult['failures'][number][] = [];
  const sendings: Sending[] = [];
  let reachable = true;
  for (const [index, subject] of subjects.entries()) {
    options.signal.throwIfAborted();
    progress.advance(index, nameOf(subject));
    if (subject.kind === 'run' && reachable) {
      const there = await isThere(server, subject.run_id, options.signal);
      if (there === true) {
        already.push({ kind: 'run', name: subject.run_id });
        continue;
      }
      reachable = there !== null;
    }
    const parcel = await pack(subject, packing).catch((error: unknown) => toFailure(subject, error));
    if ('error' in parcel) {
      failures.push(parcel);
      continue;
    }
    const { length } = parcel.content.body;
    if (!outbox.hasRoomFor(length) && reachable) {
      const sending = await flush();
      sendings.push(sending);
      reachable = sending.obstacle === null;
    }
    if (outbox.hasRoomFor(length)) await outbox.add(parcel, new Date().toISOString());
    else failures.push({ kind: parcel.kind, name: parcel.name, error: outboxIsFull(outbox, server.url) });
  }
  progress.done();
  return { already, failures, sendings };
}

const outboxIsFull = (outbox: Outbox, url: string): AssayError =>
  new AssayError(
    'remote_unavailable',
    `not queued, because the outbox is full: ${outbox.describe()} for ${url} in ${outbox.folder}. Push it again when the server can be reached`,
  );

// null if the server did not say; the parcel then waits for its turn
async function isThere(server: ServerAddress, run_id: string, signal: AbortSignal): Promise<boolean | null> {
  // a copied folder may have any name
  if (!RunId.safeParse(run_id).success) return false;
  try {
    await requestServer(server, { operation: 'getRun', input: { run_id }, answer: getRun.answer, signal });
    return true;
  } catch (error) {
    return error instanceof AssayError && ['not_found', 'run_not_found'].includes(error.code) ? false : null;
  }
}

type Packing = PackOptions & { readonly prices: ModelPrices };

function createPacking({ workspace_id, prices }: PushOptions): Packing {
  const login = readLogin();
  const secrets = findSecretValues(createHost().environment);
  if (login !== null) secrets.set('ASSAY_API_KEY', login.api_key);
  return {
    redactor: createOutgoingRedactor(secrets),
    workspace_id: workspace_id ?? login?.workspace_id ?? undefined,
    prices,
  };
}

async function pack(subject: Pushed, packing: Packing): Promise<Parcel> {
  switch (subject.kind) {
    case 'run':
      return await packRun(subject.folder, packing);
    case 'session':
      return await packSession(subject.path, packing);
    case 'comparison':
      return packComparison(subject.comparison, packing);
    case 'proof':
      return packProof({ scenario: subject.scenario, proof: subject.proof }, packing);
    case 'check':
      return packCheck({ change: subject.change, report: subject.report }, packing);
  }
}

function nameOf(subject: Pushed): string {
  switch (subject.kind) {
    case 'run':
      return subject.run_id;
    case 'session':
      return subject.path;
    case 'comparison':
      return subject.comparison.comparison_id;
    case 'proof':
      return subject.scenario;
    case 'check':
      return subject.report.head;
  }
}

function toFailure(subject: Pushed, error: unknown): PushResult['failures'][number] {
  if (!(error instanceof AssayError)) throw error;
  return { kind: subject.kind, name: nameOf(subject), error };
}

const compress = promisify(gzip);

/** A session as the server takes it: its transcript in the common form. */
async function packSession(
  path: string,
  { redactor, workspace_id, prices }: PackOptions & { readonly prices: ModelPrices },
): Promise<Parcel> {
  const transcript = await readTranscript(path, { prices });
  const { value, redacted } = redactor.json({ source: resolve(path), transcript });
  const text = canonicalJson({ ...value, redactions: redacted.length });
  return {
    kind: 'session',
    name: path,
    operation: 'createAgentSession',
    fields: workspace_id === undefined ? {} : { workspace_id },
    content: { type: 'application/gzip', body: await compress(text) },
    files: [{ name: 'transcript', bytes: Buffer.byteLength(text), redacted }],
    left_out: [],
  };
}
