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

const [CTRL_C, CTRL_D, BACKSPACE, DELETE] = ['\u0003', '\u0004', '\b', '\u007f'];

/** Asks for a secret on the terminal without showing it. */
export async function readSecret(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY)
    throw new AssayError('usage', 'there is no terminal to ask for the key; use --key-stdin to read it from a pipe');
  stderr.write(prompt);
  stdin.setRawMode(true);
  try {
    let typed = '';
    for await (const chunk of stdin) {
      for (const character of String(chunk)) {
        if (character === '\r' || character === '\n' || character === CTRL_D) return typed;
        if (character === CTRL_C) throw new AssayError('interrupted', 'interrupted; nothing was stored');
        typed = character === BACKSPACE || character === DELETE ? typed.slice(0, -1) : typed + character;
      }
    }
    return typed;
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}
