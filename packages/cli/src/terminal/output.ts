/** Writes to standard output and waits until it has gone. A reader that left early ends the program: nobody listens. */
export function writeOut(text: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error == null) resolve();
      else if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit(0);
      else reject(error);
    });
  });
}

// the callback of each write tells its fault; without a listener Node would end the program on its own terms
process.stdout.on('error', () => undefined);

// a message that is lost, such as one for a file on a full disk, must not cost what it is about
process.stderr.on('error', () => undefined);

/** Tells a person what went wrong and what to do, on standard error. */
export function printProblem(message: string, help: string, before = ''): void {
  process.stderr.write(`${before}assay: ${neutralise(message)}\n${neutralise(help)}\n`);
}

/** Text from outside with its control characters shown instead of obeyed, so that it cannot drive the terminal. */
export function neutralise(text: string): string {
  return text.replace(CONTROL, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

// all controls but tab and newline, and what hides in text or turns its direction
const CONTROL = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
