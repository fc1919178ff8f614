/** Writes to standard output and waits until it has gone; a reader that left early is no failure. */
export function writeOut(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.on('error', (error: NodeJS.ErrnoException) => (error.code === 'EPIPE' ? resolve() : reject(error)));
    process.stdout.write(text, () => resolve());
  });
}

/** Tells a person what went wrong and what to do, on standard error. */
export function printProblem(message: string, help: string): void {
  process.stderr.write(`assay: ${neutralise(message)}\n${neutralise(help)}\n`);
}

/** Text from outside with its control characters shown instead of obeyed, so that it cannot drive the terminal. */
export function neutralise(text: string): string {
  return text.replace(CONTROL, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

// all controls but tab and newline, and what hides in text or turns its direction
const CONTROL = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
