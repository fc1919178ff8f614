import { relative } from 'node:path';
import { AssayError, type Fault, formatPath } from '@assay/schema';

/** One thing that is wrong with a file of a project. */
export interface Mistake {
  /** Relative to the folder the project was looked for in. */
  readonly file: string;
  /** Such as `scorers[2].timeout_s`; empty for the file itself. */
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
  /** Reads on from "expected". */
  readonly expected: string;
  /** Reads on from "found". */
  readonly found: string;
  /** What was probably meant, or what to do. */
  readonly hint?: string;
}

/** Where in a file, where that can be known. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Somewhere to put mistakes until all of them are known. */
export interface Mistakes {
  add(file: string, fault: Fault & { readonly position?: Position | undefined }): void;
  readonly count: number;
  /** Throws `invalid_config` with every mistake there is; does nothing when there is none. */
  throwIfAny(): void;
}

// enough for anyone to work through; a file of a million mistakes is one mistake
const MAX_LISTED = 200;

export function createMistakes(folder: string): Mistakes {
  const all: Mistake[] = [];
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
      const lines = sorted.slice(0, MAX_LISTED).map(formatMistake);
      const more = unlisted > 0 ? [`and ${unlisted} more`] : [];
      const heading = all.length === 1 ? '1 mistake' : `${all.length} mistakes`;
      throw new AssayError('invalid_config', [`${heading}:`, ...lines, ...more].join('\n'), { cause: sorted });
    },
  };
}

const byPlace = (one: Mistake, other: Mistake): number =>
  (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0);

/** The mistakes that an error lists; none for any other error. */
export function listMistakes(error: unknown): readonly Mistake[] {
  if (!(error instanceof AssayError) || error.code !== 'invalid_config' || !Array.isArray(error.cause)) return [];
  return error.cause as Mistake[];
}

/** `scenarios/a.yaml:4:3 limits.wall_s: expected number, found "long"`. */
export function formatMistake({ file, path, line, column, expected, found, hint }: Mistake): string {
  const place = line === undefined ? file : `${file}:${line}:${column}`;
  const where = path === '' ? place : `${place} ${path}`;
  return `${where}: expected ${expected}, found ${found}${hint === undefined ? '' : ` (${hint})`}`;
}
