import type { CheckReport } from '@assay/schema';
import type { Change } from '../repository/change.ts';
import { readAllowedChanges } from './allowed-changes.ts';
import { checkChange } from './check-change.ts';
import { type OpenCustom, openListed } from './custom-scoring.ts';
import { DEFAULT_SCORERS } from './default-scorers.ts';
import { type ReadChangeOptions, readChange } from './read-change.ts';

export interface CheckOptions extends ReadChangeOptions {
  /** A file with a list of scorers, instead of the default ones. */
  readonly scorers_file?: string;
  /** Opens the scorers of the configuration; called if the file lists one. */
  readonly openCustom?: OpenCustom;
  /** Makes every scorer required. */
  readonly strict: boolean;
  /** Called as test files are read; each side counts. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Completes the report while the change can still be read. */
  readonly complete?: (report: CheckReport, change: Change) => Promise<CheckReport>;
  /** Called for each likely mistake in the scorers file. */
  readonly onRemark?: (sentence: string) => void;
}

/** Reads and scores a change. */
export async function check(options: CheckOptions): Promise<CheckReport> {
  await using change = await readChange(options);
  const report = await checkRead(change, options);
  return (await options.complete?.(report, change)) ?? report;
}

/** Scores a change that was read. */
export async function checkRead(
  change: Change,
  { scorers_file, openCustom, strict, onProgress, onRemark }: Omit<CheckOptions, keyof ReadChangeOptions | 'complete'>,
): Promise<CheckReport> {
  const { scorers, warnings, remarks } =
    scorers_file === undefined
      ? { scorers: DEFAULT_SCORERS, warnings: [], remarks: [] }
      : await readListed(scorers_file, change);
  for (const remark of remarks) onRemark?.(remark);
  const custom = await openListed(scorers, { change, file: scorers_file ?? '', open: openCustom });
  const report = await checkChange(change, {
    custom,
    scorers: strict ? scorers.map((spec) => ({ ...spec, required: true })) : scorers,
    allowed_test_changes: await readAllowedChanges(change),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  return { ...report, warnings: [...warnings, ...report.warnings] };
}

async function readListed(file: string, change: Change) {
  // loaded only for a file, because its schemas slow down the start
  const { readScorers } = await import('./read-scorers.ts');
  return await readScorers(file, change);
}
