import { AssayError, type Defaulted, type LedgerEntry, parse } from '@assay/schema';
import type { z } from 'zod';

/** A result before it is stamped with its formula. */
export type Unstamped<O> = Omit<O, keyof Stamp> & Partial<Pick<O, keyof O & ('defaulted' | 'ledger')>>;

/** Fields of every result. Measures and decisions lose no points, so their ledger is empty. */
interface Stamp {
  readonly formula: string;
  readonly formula_version: string;
  readonly defaulted: readonly Defaulted[];
  readonly ledger: readonly LedgerEntry[];
}

/** A published formula. Its file is never edited: a different curve or constant is a new version. */
export interface Formula<I = unknown, O extends object = object> {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodType<I>;
  readonly output: z.ZodType<O>;
  /** An example input; the documentation shows its result. */
  readonly example: unknown;
  /** Whether this version is the default for this input. Without it, always. */
  suits?(input: I): boolean;
  compute(input: I): Unstamped<O>;
}

/** Defines a formula; the types of its input and output come from their schemas. */
export const defineFormula = <I, O extends object>(formula: Formula<I, O>): Formula<I, O> => Object.freeze(formula);

/** Computes a formula on unknown data, and stamps the result with the formula. */
export function compute<I, O extends object>(formula: Formula<I, O>, data: unknown): O {
  return stamp(formula, parse(formula.input, data));
}

function stamp<I, O extends object>(formula: Formula<I, O>, input: I): O {
  const { defaulted = [], ledger = [], ...result } = formula.compute(input) as Partial<Stamp>;
  return { ...result, defaulted, ledger, formula: formula.id, formula_version: formula.version } as unknown as O;
}

/** The versions that `id` or `id@version` refers to, oldest first. */
export function findVersions(formulas: readonly Formula[], reference: string): readonly Formula[] {
  const [id, version, ...rest] = reference.split('@');
  const family = formulas.filter((formula) => formula.id === id);
  if (family.length === 0 || rest.length > 0) {
    const known = [...new Set(formulas.map((formula) => formula.id))].join(', ');
    throw new AssayError('unknown_formula', `expected one of ${known}, found ${JSON.stringify(reference)}`);
  }
  const versions = version === undefined ? family : family.filter((formula) => formula.version === version);
  if (versions.length > 0) return versions;
  const known = family.map((formula) => formula.version).join(', ');
  throw new AssayError('unknown_formula', `expected ${id} at version ${known}, found ${JSON.stringify(version)}`);
}

/** The newest version that suits the input. The newest version rejects input that does not parse. */
export function chooseVersion(versions: readonly Formula[], data: unknown): Formula {
  const newest = versions.at(-1) as Formula;
  if (versions.length === 1) return newest;
  const parsed = newest.input.safeParse(data);
  if (!parsed.success) return newest;
  return versions.findLast((version) => version.suits?.(parsed.data) ?? true) ?? newest;
}
