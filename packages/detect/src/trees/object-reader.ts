import { AssayError } from '@assay/schema';
import { explainStart, spawnGit } from './git.ts';

/** Reads objects of a repository, packed or loose, with one git process. Answers come in the order of requests. */
export interface ObjectReader extends AsyncDisposable {
  read(oid: string): Promise<{ readonly kind: string; readonly content: Buffer }>;
  /** Passes on the content in chunks. */
  copy(oid: string, onChunk: (chunk: Buffer) => void): Promise<void>;
}

interface Request {
  readonly oid: string;
  readonly onChunk: (chunk: Buffer) => void;
  readonly resolve: (kind: string) => void;
  readonly reject: (error: AssayError) => void;
}

const NEWLINE = 0x0a;

export function openObjectReader(git_dir: string): ObjectReader {
  const child = spawnGit(['cat-file', '--batch'], { git_dir });
  const requests: Request[] = [];
  let head = Buffer.alloc(0);
  let body: { kind: string; left_bytes: number } | undefined;
  let fault: AssayError | undefined;

  const end = (error: AssayError) => {
    fault ??= error;
    for (const { reject } of requests.splice(0)) reject(fault);
  };
  const readHead = (chunk: Buffer): Buffer => {
    const newline = chunk.indexOf(NEWLINE);
    if (newline < 0) {
      head = Buffer.concat([head, chunk]);
      return Buffer.alloc(0);
    }
    const line = Buffer.concat([head, chunk.subarray(0, newline)]).toString('latin1');
    head = Buffer.alloc(0);
    const [, kind, size] = /^[0-9a-f]+ ([a-z]+) (\d+)$/.exec(line) ?? [];
    if (kind === undefined) requests.shift()?.reject(missing(git_dir, line));
    else body = { kind, left_bytes: Number(size) };
    return chunk.subarray(newline + 1);
  };
  const readBody = (chunk: Buffer, state: { kind: string; left_bytes: number }): Buffer => {
    const taken = chunk.subarray(0, state.left_bytes);
    if (taken.length > 0) requests[0]?.onChunk(taken);
    state.left_bytes -= taken.length;
    if (state.left_bytes > 0 || taken.length === chunk.length) return chunk.subarray(taken.length);
    // git adds a newline after each content
    body = undefined;
    requests.shift()?.resolve(state.kind);
    return chunk.subarray(taken.length + 1);
  };

  child.stdout.on('data', (chunk: Buffer) => {
    try {
      let rest = chunk;
      while (rest.length > 0) rest = body === undefined ? readHead(rest) : readBody(rest, body);
    } catch (error) {
      end(error instanceof AssayError ? error : new AssayError('unwritable_file', String(error), { cause: error }));
      child.kill('SIGKILL');
    }
  });
  child.stdin.on('error', () => undefined);
  child.stderr.resume();
  const closed = new Promise<void>((resolve) => {
    child.on('error', (cause) => {
      end(explainStart(cause));
      resolve();
    });
    child.on('close', () => {
      end(missing(git_dir, 'git ended'));
      resolve();
    });
  });

  const ask = (oid: string, onChunk: (chunk: Buffer) => void) =>
    new Promise<string>((resolve, reject) => {
      if (fault !== undefined) return reject(fault);
      requests.push({ oid, onChunk, resolve, reject });
      child.stdin.write(`${oid}\n`);
    });
  return {
    async read(oid) {
      const chunks: Buffer[] = [];
      const kind = await ask(oid, (chunk) => chunks.push(chunk));
      return { kind, content: Buffer.concat(chunks) };
    },
    async copy(oid, onChunk) {
      await ask(oid, onChunk);
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await closed;
    },
  };
}

const missing = (git_dir: string, line: string): AssayError =>
  new AssayError('unreadable_file', `${git_dir} does not contain the requested object: ${line}`);
