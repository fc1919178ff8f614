import { createInterface } from 'node:readline/promises';

export interface Asked {
  /** `CI` of the environment. */
  readonly ci: string | undefined;
  readonly args: readonly string[];
  /** Asks a person; null without a terminal, where a program runs the tests. */
  readonly ask: ((question: string) => Promise<string>) | null;
}

/** Whether packages may be installed on this system: with `--yes`, without a terminal as in CI, or if a person agrees. */
export async function mayInstall(names: readonly string[], { ci, args, ask }: Asked): Promise<boolean> {
  if (args.includes('--yes') || isSet(ci)) return true;
  if (ask === null) return true;
  return /^y(es)?$/i.test((await ask(`Install ${names.join(' and ')} with apt-get? [y/N] `)).trim());
}

const isSet = (ci: string | undefined): boolean => ci !== undefined && !['', '0', 'false'].includes(ci);

/** Asks on standard error, because standard output may be a file. */
export async function askPerson(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}
