import { AssayError, type Proof } from '@assay/schema';
import { createHost, isCi } from '../config.ts';
import { helpFor } from '../failure.ts';
import { printProblem } from '../terminal/output.ts';
import type { Pushed } from './push-subjects.ts';

/** Options of commands that can push their results. */
export const PUSH_OPTIONS = { push: { type: 'boolean' }, 'no-push': { type: 'boolean' } } as const;

export const PUSH_HELP = `--push            send the results to the server of \`assay login\`. Default in CI if ASSAY_URL and
                    ASSAY_API_KEY are set; --no-push keeps them here`;

/** Whether to push: as asked, otherwise in CI with a server and a key. */
export function wantsPush(values: { readonly push?: boolean; readonly 'no-push'?: boolean }): boolean {
  if (values.push && values['no-push']) throw new AssayError('usage', '--push and --no-push cannot be combined');
  const { ASSAY_URL, ASSAY_API_KEY } = createHost().environment;
  return values.push ?? (!values['no-push'] && isCi() && Boolean(ASSAY_URL) && Boolean(ASSAY_API_KEY));
}

/**
 * Pushes the results of a command and says on stderr how it went. The exit code stays that of the command: what could
 * not be sent waits in the outbox.
 */
export async function pushAfter(subjects: readonly Pushed[], signal: AbortSignal): Promise<void> {
  if (subjects.length === 0) return;
  try {
    const [{ pushSubjects }, { drawPush }, { readOwnPrices }] = await Promise.all([
      import('./push-subjects.ts'),
      import('./draw-push.ts'),
      import('../imported-prices.ts'),
    ]);
    const result = await pushSubjects(subjects, { prices: await readOwnPrices(process.cwd()), signal });
    process.stderr.write(drawPush(result));
    for (const { kind, name, error } of result.failures)
      printProblem(`${kind} ${name} was not pushed: ${error.message}`, helpFor(error.code));
    if (result.obstacle !== null) printProblem(result.obstacle.message, helpFor(result.obstacle.code));
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    printProblem(`nothing was pushed: ${error.message}`, helpFor(error.code));
  }
}

/** The proofs to push: those that were tried. */
export const listProofs = (proofs: ReadonlyMap<string, Proof>): Pushed[] =>
  [...proofs].flatMap(([scenario, proof]) => (proof.tried ? [{ kind: 'proof', scenario, proof } as const] : []));
