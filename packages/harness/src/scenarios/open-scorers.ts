import { hash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, extname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type CustomEvidenceKey,
  CustomOutcome,
  type CustomScore,
  CustomScorerInfo,
  type CustomScorerSpec,
  isCustomScorer,
  listValidationIssues,
  type ScorerSpec,
  ScorerType,
} from '@assay/schema';
import { runScorer } from '../machine/scorers/run-scorer.ts';
import { canonicalDigest } from './canonical-json.ts';

/** Reads the evidence that a scorer requires; a key that was not gathered is absent. */
type ReadCustomEvidence = (keys: readonly CustomEvidenceKey[]) => Promise<Readonly<Record<string, unknown>>>;

/** The opened scorers of a configuration. */
export interface CustomScorers {
  readonly types: readonly string[];
  /** The evidence that a type reads. */
  requires(type: string): readonly CustomEvidenceKey[];
  /** The digest of the code of a type; undefined if it is not configured. */
  digest(type: string): string | undefined;
  /** Runs the listed scorers that are configured, one after another. A scorer that fails has the outcome ERROR. */
  score(
    specs: readonly ScorerSpec[],
    options: { readonly read: ReadCustomEvidence; readonly signal?: AbortSignal },
  ): Promise<Record<string, CustomScore>>;
}

interface OpenOptions {
  /** The base folder for relative paths. */
  readonly base: string;
  /** Files that must not be loaded, such as those of a change under review. */
  readonly refused?: readonly string[];
  /** Called for each file that cannot be used, with its index. */
  readonly onError: (index: number, fault: { expected: string; found: string; hint?: string }) => void;
  readonly signal?: AbortSignal;
  readonly timeout_ms?: number;
}

interface Opened extends CustomScorerInfo {
  readonly file: string;
  readonly modules: readonly string[];
  readonly digest: string;
}

const EXTENSIONS: ReadonlySet<string> = new Set(['.ts', '.js', '.mjs']);

/** Loads the scorers of a configuration, each in its own process, and reports what is wrong with them. */
export async function openScorers(files: readonly string[], options: OpenOptions): Promise<CustomScorers> {
  const { onError } = options;
  const opened = new Map<string, Opened>();
  for (const [index, given] of files.entries()) {
    const found = await describe(resolve(options.base, given), options);
    if ('fault' in found) onError(index, found.fault);
    else if (opened.has(found.type))
      onError(index, { expected: 'a unique type', found: `${found.type}, as in ${opened.get(found.type)?.file}` });
    else opened.set(found.type, found);
  }
  return {
    types: [...opened.keys()],
    requires: (type) => opened.get(type)?.requires ?? [],
    digest: (type) => opened.get(type)?.digest,
    async score(specs, { read, signal }) {
      const scores: [string, CustomScore][] = [];
      for (const spec of specs.filter(isCustomScorer)) {
        const scorer = opened.get(spec.type);
        if (scorer !== undefined) scores.push([spec.name, await scoreOne(spec, { ...options, scorer, read, signal })]);
        signal?.throwIfAborted();
      }
      return Object.fromEntries(scores);
    },
  };
}

type Fault = Parameters<OpenOptions['onError']>[1];

async function describe(
  given: string,
  { refused = [], signal, timeout_ms }: OpenOptions,
): Promise<Opened | { readonly fault: Fault }> {
  const expected = 'a file that default-exports a scorer: { type, title, description, requires, score }';
  const refuse = (found: string, hint?: string) => ({ fault: { expected, found, ...(hint && { hint }) } });
  if (!EXTENSIONS.has(extname(given))) return refuse(`${basename(given)}`, 'use .ts, .js or .mjs');
  let file: string;
  try {
    file = realpathSync(given);
    readFileSync(file);
  } catch {
    return refuse(`nothing to read at ${given}`);
  }
  const answer = await runScorer({ file, refused, ...limits(signal, timeout_ms) });
  if ('failure' in answer) return refuse(answer.failure, 'it may import only files in its own folder');
  const { info, modules } = answer.reply;
  if (info == null) return refuse('no such default export');
  const type = (info as { readonly type?: unknown }).type;
  if (ScorerType.safeParse(type).success)
    return { fault: { expected: 'a type with a hyphen, such as my-command', found: `the built-in type ${type}` } };
  const [issue] = listValidationIssues(CustomScorerInfo, info);
  if (issue !== undefined)
    return { fault: { expected: `${issue.path.join('.')} to be ${issue.expected}`, found: issue.found } };
  const loaded = (modules as readonly string[]).map((url) => fileURLToPath(url));
  return { ...CustomScorerInfo.parse(info), file, modules: loaded, digest: digestModules(file, loaded) };
}

// by place relative to the scorer, so that it is the same on every machine
const digestModules = (file: string, modules: readonly string[]): string =>
  canonicalDigest(
    Object.fromEntries(modules.map((path) => [relative(dirname(file), path), hash('sha256', readFileSync(path))])),
  );

interface Scoring extends Omit<OpenOptions, 'signal'> {
  readonly scorer: Opened;
  readonly read: ReadCustomEvidence;
  readonly signal: AbortSignal | undefined;
}

async function scoreOne(spec: CustomScorerSpec, scoring: Scoring): Promise<CustomScore> {
  const { name: _, type, required: __, ...config } = spec;
  const { family, digest } = scoring.scorer;
  const started = performance.now();
  const outcome = await decide(config, scoring).catch(
    (error: Error) => scoring.signal?.throwIfAborted() ?? failed(scoring, error.message),
  );
  return { type, family, digest, config, outcome, duration_ms: Math.round(performance.now() - started) };
}

async function decide(config: object, scoring: Scoring): Promise<CustomScore['outcome']> {
  const { scorer, read, refused = [], signal, timeout_ms } = scoring;
  const { file, requires, modules, digest } = scorer;
  if (digestModules(file, modules) !== digest) return failed(scoring, 'that its code has changed since it was loaded');
  const evidence = await read(requires);
  const missing = requires.filter((key) => evidence[key] == null);
  if (missing.length > 0) return failed(scoring, `no ${missing.join(', ')} in the evidence`);
  const answer = await runScorer({ file, refused, given: [evidence, config], ...limits(signal, timeout_ms) });
  if ('failure' in answer) return failed(scoring, answer.failure);
  const { outcome } = answer.reply;
  const [issue] = listValidationIssues(CustomOutcome, outcome);
  if (issue === undefined) return CustomOutcome.parse(outcome);
  const place = issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  return failed(scoring, `a reply that is not one (${place}expected ${issue.expected}, found ${issue.found})`);
}

const MAX_REASON = 2000;

const failed = ({ scorer: { type, file } }: Scoring, found: string): CustomScore['outcome'] => ({
  verdict: 'ERROR',
  reason:
    `expected ${type} (${basename(file)}) to return { verdict, reason }, found ${found}`.slice(0, MAX_REASON) +
    '; fix the scorer and regrade the run',
});

const limits = (signal: AbortSignal | undefined, timeout_ms: number | undefined) => ({
  ...(signal === undefined ? {} : { signal }),
  ...(timeout_ms === undefined ? {} : { timeout_ms }),
});
