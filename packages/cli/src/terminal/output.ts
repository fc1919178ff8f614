/** Writes to stdout and waits until it is flushed. If the reader closed the pipe, the process exits with 0. */
export function writeOut(text: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error == null) resolve();
      else if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit(0);
      else reject(error);
    });
  });
}

// the callback of each write reports its error; without a listener Node would crash
process.stdout.on('error', () => undefined);

// a message that cannot be written must not abort the work, for example when stderr goes to a full disk
process.stderr.on('error', () => undefined);

/** Prints what happened and what to do on stderr. */
export function printProblem(message: string, help: string, before = ''): void {
  process.stderr.write(`${before}assay: ${escapeControls(message)}\n${escapeControls(help)}\n`);
}

/** Untrusted text with its control characters escaped, so that it cannot control the terminal. */
export function escapeControls(text: string): string {
  return text.replace(CONTROL, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

// control characters except tab and newline, invisible characters, and bidirectional marks
const CONTROL = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
