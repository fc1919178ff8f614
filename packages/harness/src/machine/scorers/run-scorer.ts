import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { dirname, extname, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { replaceInheritedDescriptors } from '../processes/inherited-descriptors.ts';
import { ignoreClosed } from '../processes/process-streams.ts';
import { registerForCleanup } from '../processes/reaper.ts';

const CHILD = fileURLToPath(new URL(`./scorer-child${extname(import.meta.url)}`, import.meta.url));
const MARKER = ['ASSAY_SCORER', randomUUID()] as const;
const MAX_REPLY_BYTES = 1024 * 1024;
const MAX_REQUEST_BYTES = 64 * 1024 * 1024;
const MAX_PRINTED = 300;
const MEMORY_MB = 512;

const SCORER_MS = 30_000;

export interface ScorerRequest {
  /** The file of the scorer, without links in its path. */
  readonly file: string;
  /** Files that must not be loaded. */
  readonly refused: readonly string[];
  /** Evidence and configuration; without them the scorer is only described. */
  readonly given?: readonly [evidence: object, config: object];
  readonly timeout_ms?: number;
  readonly signal?: AbortSignal;
}

/** The reply of a scorer's process, to be validated; or why there is none, to follow "found". */
export type ScorerReply = { readonly reply: Readonly<Record<string, unknown>> } | { readonly failure: string };

/**
 * Runs the file of a scorer in its own process: no environment, no writing, no programs, and nothing to read but its own
 * folder. Never throws.
 */
export async function runScorer({
  file,
  refused,
  given,
  timeout_ms = SCORER_MS,
  signal,
}: ScorerRequest): Promise<ScorerReply> {
  const url = (path: string): string => pathToFileURL(path).href;
  const request = stringify({ url: url(file), refused: refused.map(url), given });
  if (request === null) return { failure: `more than ${MAX_REQUEST_BYTES} bytes of evidence` };
  registerForCleanup('marker', MARKER.join('='));
  const child = spawn(
    process.execPath,
    [
      '--permission',
      `--allow-fs-read=${dirname(file)}${sep}`,
      `--allow-fs-read=${CHILD}`,
      `--max-old-space-size=${MEMORY_MB}`,
      '--disable-warning=ExperimentalWarning',
      CHILD,
    ],
    {
      cwd: dirname(file),
      env: { [MARKER[0]]: MARKER[1] },
      stdio: replaceInheritedDescriptors(['pipe', 'pipe', 'pipe', 'pipe']),
      timeout: timeout_ms,
      killSignal: 'SIGKILL',
      ...(signal === undefined ? {} : { signal }),
    },
  );
  const started = performance.now();
  const [stdout, stderr, reply] = [1, 2, 3].map((at) =>
    collect(child.stdio[at] as Readable, () => child.kill('SIGKILL')),
  );
  child.stdin?.on('error', ignoreClosed).end(request);
  const ended = await new Promise<string>((resolve) => {
    child.on('error', ({ message }) => resolve(`a process that cannot be started: ${message}`));
    child.on('close', (code, by) => resolve(by === null ? `exit code ${code}` : `an end by ${by}`));
  });
  const parsed = reply?.exceeded ? null : parse(reply?.text() ?? '');
  if (parsed !== null)
    return 'thrown' in parsed ? { failure: `an exception: ${cut(String(parsed['thrown']))}` } : { reply: parsed };
  const why = [stdout, stderr, reply].some((stream) => stream?.exceeded)
    ? `more than ${MAX_REPLY_BYTES} bytes of output`
    : performance.now() - started >= timeout_ms
      ? `no reply after ${timeout_ms / 1000} s`
      : `no reply and ${ended}`;
  const printed = cut([stderr?.text(), stdout?.text()].join('\n').trim());
  return { failure: printed === '' ? why : `${why}, after it printed: ${printed}` };
}

function stringify(request: object): string | null {
  try {
    const text = JSON.stringify(request);
    return Buffer.byteLength(text) > MAX_REQUEST_BYTES ? null : text;
  } catch {
    // longer than a string can be
    return null;
  }
}

function collect(stream: Readable, onExceeded: () => void) {
  const chunks: Buffer[] = [];
  const collected = { exceeded: false, text: (): string => Buffer.concat(chunks).toString() };
  let bytes = 0;
  stream.on('error', ignoreClosed).on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_REPLY_BYTES) chunks.push(chunk);
    else if (!collected.exceeded) {
      collected.exceeded = true;
      onExceeded();
    }
  });
  return collected;
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

const cut = (text: string): string => (text.length > MAX_PRINTED ? `${text.slice(0, MAX_PRINTED)}…` : text);
