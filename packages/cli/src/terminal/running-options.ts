import { AssayError } from '@assay/schema';
import { readDuration } from './duration-option.ts';

/** How `--run` was asked for. */
export interface Running {
  /** What it finds fails nothing. */
  readonly reports_only: boolean;
  readonly test: string | undefined;
  readonly setup: string | undefined;
  readonly limit_ms: number | undefined;
  readonly sandbox: string | undefined;
  /** How many altered lines of the product to run the tests on. */
  readonly mutants: number;
  /** The file to write the signed record to. */
  readonly record: string | undefined;
}

interface RunValues {
  readonly run?: boolean | undefined;
  readonly 'run-report'?: boolean | undefined;
  readonly test?: string | undefined;
  readonly setup?: string | undefined;
  readonly 'corner-limit'?: string | undefined;
  readonly sandbox?: string | undefined;
  readonly mutants?: string | undefined;
  readonly record?: string | undefined;
  readonly history?: string | undefined;
  readonly explain?: string | undefined;
}

const DETAILS = ['test', 'setup', 'corner-limit', 'sandbox', 'mutants', 'record'] as const;

/** The options of `check --run`; undefined without it. */
export function readRunning(values: RunValues): Running | undefined {
  const { run, 'run-report': reports_only = false, test, setup, sandbox, record } = values;
  const limit_ms = readDuration('corner-limit', values['corner-limit']);
  const { mutants = '0' } = values;
  if (!/^\d{1,3}$/.test(mutants))
    throw new AssayError('usage', `expected --mutants to be a number up to 999, found ${mutants}`);
  if (record !== undefined && (values.history ?? values.explain) !== undefined)
    throw new AssayError('usage', 'use --record without --history and --explain: a record is of one change');
  if (run || reports_only) return { reports_only, test, setup, limit_ms, sandbox, mutants: Number(mutants), record };
  const stray = DETAILS.find((name) => values[name] !== undefined);
  if (stray !== undefined) throw new AssayError('usage', `--${stray} requires --run`);
  return undefined;
}
