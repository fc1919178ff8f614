import { AssayError } from '@assay/schema';
import { explainStart, spawnGit } from './git.ts';

/** What git says about an object. */
interface ObjectHead {
  readonly oid: string;
  readonly kind: string;
  readonly size_bytes: number;
}

/** A running `git cat-file`. Answers come in the order of questions. */
export interface CatFile extends AsyncDisposable {
  /** Asks for an object by id or expression, and passes on its content unless only heads are read; null if it is missing. */
  ask(object: string, onChunk?: (chunk: Buffer) => void): Promise<ObjectHead | null>;
}

interface Question {
  readonly onChunk: (chunk: Buffer) => void;
  readonly resolve: (head: ObjectHead | null) => void;
  readonly reject: (error: AssayError) => void;
}

const NEWLINE = 0x0a;

interface CatFileOptions {
  readonly only_heads: boolean;
  /** Options of git itself. */
  readonly settings?: readonly string[];
}

export function openCatFile(git_dir: string, { only_heads, settings = [] }: CatFileOptions): CatFile {
  const child = spawnGit([...settings, 'cat-file', only_heads ? '--batch-check' : '--batch'], { git_dir });
  const questions: Question[] = [];
  let line_start = Buffer.alloc(0);
  let body: { readonly head: ObjectHead; left_bytes: number } | undefined;
  let fault: AssayError | undefined;

  const end = (error: AssayError) => {
    fault ??= error;
    for (const { reject } of questions.splice(0)) reject(fault);
  };
  const readHead = (chunk: Buffer): Buffer => {
    const newline = chunk.indexOf(NEWLINE);
    if (newline < 0) {
      line_start = Buffer.concat([line_start, chunk]);
      return Buffer.alloc(0);
    }
    const line = Buffer.concat([line_start, chunk.subarray(0, newline)]).toString('latin1');
    line_start = Buffer.alloc(0);
    const [, oid, kind, size] = /^([0-9a-f]+) ([a-z]+) (\d+)$/.exec(line) ?? [];
    if (/ (?:missing|ambiguous)$/.test(line)) questions.shift()?.resolve(null);
    else if (oid === undefined || kind === undefined) questions.shift()?.reject(unreadable(git_dir, line));
    else {
      const head = { oid, kind, size_bytes: Number(size) };
      if (only_heads) questions.shift()?.resolve(head);
      else body = { head, left_bytes: head.size_bytes };
    }
    return chunk.subarray(newline + 1);
  };
  const readBody = (chunk: Buffer, state: NonNullable<typeof body>): Buffer => {
    const taken = chunk.subarray(0, state.left_bytes);
    if (taken.length > 0) questions[0]?.onChunk(taken);
    state.left_bytes -= taken.length;
    if (state.left_bytes > 0 || taken.length === chunk.length) return chunk.subarray(taken.length);
    // git adds a newline after each content
    body = undefined;
    questions.shift()?.resolve(state.head);
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
      end(unreadable(git_dir, 'git ended'));
      resolve();
    });
  });

  return {
    ask: (object, onChunk = () => undefined) =>
      new Promise((resolve, reject) => {
        if (fault !== undefined) return reject(fault);
        if (object.includes('\n')) return reject(unreadable(git_dir, 'its name contains a newline'));
        questions.push({ onChunk, resolve, reject });
        child.stdin.write(`${object}\n`);
      }),
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await closed;
    },
  };
}

const unreadable = (git_dir: string, line: string): AssayError =>
  new AssayError('unreadable_file', `cannot read an object of ${git_dir}: ${line}`);
