import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDiskFull, type Run } from '@assay/schema';
import { formatJson } from '../folders/run-folders.ts';
import { type RunFailureError, toRunFailureError } from '../outcome/run-failure-error.ts';
import type { Attempt, RunContext } from '../plan/run-request.ts';
import { buildEvidence, type Concluded } from './build-evidence.ts';

type Observed = Omit<Parameters<typeof buildEvidence>[2], 'fault'> & { readonly fault: RunFailureError | null };

/**
 * Writes the observations of a run to its folder. On a full disk it uses the reserved space. If that is not
 * enough, it drops the transcript, because a run needs its evidence more.
 */
export async function saveEvidence(attempt: Attempt, context: RunContext, seen: Observed): Promise<Run> {
  const conclude = (fault: RunFailureError | null, warnings: readonly string[] = []): Concluded =>
    buildEvidence(attempt, context, {
      ...seen,
      warnings: [...seen.warnings, ...warnings],
      fault: fault === null ? null : { class: fault.failure_class, message: fault.message },
    });
  const keep = (concluded: Concluded): Promise<void> => write(attempt.incoming, concluded, seen.clean);
  const concluded = conclude(seen.fault);
  try {
    await keep(concluded);
    return concluded.evidence.run;
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    await context.folders.releaseReserve(attempt.run_id);
    const fault = seen.fault ?? toRunFailureError(error, 'disk_full');
    const whole = conclude(fault);
    try {
      await keep(whole);
      return whole.evidence.run;
    } catch {
      const short = conclude(fault, ['transcript_lost: the disk is full']);
      await rm(join(attempt.incoming, 'transcript.jsonl'), { force: true });
      await keep({ ...short, entries: [] });
      return short.evidence.run;
    }
  }
}

async function write(folder: string, { evidence, entries }: Concluded, clean: (text: string) => string): Promise<void> {
  const put = (name: string, text: string): Promise<void> => writeFile(join(folder, name), clean(text));
  await put('run.json', formatJson(evidence.run));
  await put('evidence.json', formatJson(evidence));
  await put('transcript.jsonl', entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
}
