/** A line on standard error that counts, where a person is looking; silent elsewhere. */
export interface Progress {
  readonly advance: (done: number) => void;
  readonly done: () => void;
}

const WIDTH = 24;

export function createProgress(what: string, total: number): Progress {
  if (process.stderr.isTTY !== true || total < 2) return { advance: () => undefined, done: () => undefined };
  return {
    advance: (done) => {
      const filled = Math.round((done / total) * WIDTH);
      process.stderr.write(`\r${what} ${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${done}/${total}`);
    },
    done: () => {
      process.stderr.write('\r\u001b[K');
    },
  };
}
