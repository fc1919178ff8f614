import { AssayError } from '@assay/schema';

/** Everything on standard input, as text. */
export async function readStdin(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('assay: reading JSON from the terminal; end with Ctrl-D\n');
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new AssayError('invalid_json', 'standard input is not valid UTF-8', { cause });
  }
}
