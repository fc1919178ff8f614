import { relative } from 'node:path';
import { AssayError, formatPath, type ValidationIssue } from '@assay/schema';

/** One error in a project file. */
export interface ConfigError {
  /** Relative to the project folder. */
  readonly file: string;
  /** Such as `scorers[2].timeout_s`; empty for the file itself. */
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
  /** Continues "expected". */
  readonly expected: string;
  /** Continues "found". */
  readonly found: string;
  /** The likely intention, or what to do. */
  readonly hint?: string;
}

/** A position in a file, if known. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Collects errors to report them together. */
export interface ConfigErrors {
  add(file: string, fault: ValidationIssue & { readonly position?: Position | undefined }): void;
  readonly count: number;
  /** Throws `invalid_config` with all errors, if there are any. */
  throwIfAny(): void;
}

// enough to work through
const MAX_LISTED = 200;

export function createConfigErrors(folder: string): ConfigErrors {
  const all: ConfigError[] = [];
  return {
    add(file, { path, expected, found, hint, position }) {
      all.push({
        file: relative(folder, file) || '.',
        path: formatPath(path),
        ...position,
        expected,
        found,
        ...(hint === undefined ? {} : { hint }),
      });
    },
    get count() {
      return all.length;
    },
    throwIfAny() {
      if (all.length === 0) return;
      const sorted = [...Map.groupBy(all, ({ file }) => file).values()].flatMap((own) => own.toSorted(byPlace));
      const unlisted = all.length - MAX_LISTED;
      const lines = sorted.slice(0, MAX_LISTED).map(formatConfigError);
      const more = unlisted > 0 ? [`and ${unlisted} more`] : [];
      const heading = all.length === 1 ? '1 error' : `${all.length} errors`;
      throw new AssayError('invalid_config', [`${heading}:`, ...lines, ...more].join('\n'), { cause: sorted });
    },
  };
}

const byPlace = (one: ConfigError, other: ConfigError): number =>
  (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0);

/** The errors listed in an exception; empty for any other. */
export function listConfigErrors(error: unknown): readonly ConfigError[] {
  if (!(error instanceof AssayError) || error.code !== 'invalid_config' || !Array.isArray(error.cause)) return [];
  return error.cause as ConfigError[];
}

/** `scenarios/a.yaml:4:3 limits.wall_s: expected number, found "long"`. */
export function formatConfigError({ file, path, line, column, expected, found, hint }: ConfigError): string {
  const place = line === undefined ? file : `${file}:${line}:${column}`;
  const where = path === '' ? place : `${place} ${path}`;
  return `${where}: expected ${expected}, found ${found}${hint === undefined ? '' : ` (${hint})`}`;
}
