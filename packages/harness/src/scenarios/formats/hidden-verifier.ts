import type { TaskFile } from './task-format.ts';

interface Verifier {
  readonly name: string;
  /** Files that the agent must not see: laid over a copy of its workspace. */
  readonly hidden: readonly TaskFile[];
  /** Exits with 0 if the work is good. */
  readonly command: string;
  readonly timeout_s?: number;
}

/** A check that needs files which the agent must not see: they are outside of its workspace, in `tests`. */
export const hiddenVerifier = ({ name, hidden, command, timeout_s }: Verifier) => ({
  files: [
    ...hidden.map((file): TaskFile => ({ ...file, to: `tests/files/${file.to}` })),
    { to: 'tests/test.sh', text: script(command), executable: true },
  ],
  scorer: {
    name,
    type: 'reward',
    command: 'bash /tests/test.sh',
    files: './tests',
    ...(timeout_s === undefined ? {} : { timeout_s }),
  },
});

const script = (command: string): string => `[ ! -d /tests/files ] || cp -R /tests/files/. .
if (
${command}
); then echo 1; else echo 0; fi >/logs/verifier/reward.txt
`;
