import { join } from 'node:path';
import {
  AssayError,
  type CustomEvidenceKey,
  type CustomScore,
  type Evidence,
  findNearest,
  isCustomScorer,
  type ScorerSpec,
} from '@assay/schema';
import { SCORERS } from '@assay/scoring';
import type { Change } from '../repository/change.ts';

/** The scorers of a configuration. */
export interface CustomScoring {
  readonly types: readonly string[];
  requires(type: string): readonly CustomEvidenceKey[];
  score(
    specs: readonly ScorerSpec[],
    options: { readonly read: (keys: readonly CustomEvidenceKey[]) => Promise<Readonly<Record<string, unknown>>> },
  ): Promise<Record<string, CustomScore>>;
}

/** Opens the scorers of the configuration without these files. */
export type OpenCustom = (refused: readonly string[]) => Promise<CustomScoring>;

/** The configuration's scorers, if any is listed. Code of the change is not run: it could choose its own verdict. */
export async function openListed(
  scorers: readonly ScorerSpec[],
  { change, file, open }: { readonly change: Change; readonly file: string; readonly open: OpenCustom | undefined },
): Promise<CustomScoring | null> {
  const listed = scorers.filter(isCustomScorer);
  if (listed.length === 0) return null;
  const { root, changed_paths } = change;
  const custom = await open?.(root === null ? [] : changed_paths.map(({ path }) => join(root, path)));
  const known = [...SCORERS.map(({ type }) => type as string), ...(custom?.types ?? [])];
  const unknown = listed.filter(({ type }) => !known.includes(type));
  if (unknown.length > 0)
    throw new AssayError(
      'invalid_config',
      unknown
        .map(({ name, type }) => {
          const near = findNearest(type, known);
          const hint = near === undefined ? 'add its file to `scorers` of the configuration' : `did you mean ${near}?`;
          return `${file}: ${JSON.stringify(name)}: expected type to be one of ${known.join(', ')}, found ${type} (${hint})`;
        })
        .join('\n'),
    );
  return custom ?? null;
}

/** The outcomes of the configuration's scorers on a change. */
export async function scoreChange(
  custom: CustomScoring | null,
  { scorers, change, evidence }: { scorers: readonly ScorerSpec[]; change: Change; evidence: Partial<Evidence> },
): Promise<Pick<Evidence, 'custom_scores'>> {
  if (custom === null) return {};
  const known: Readonly<Record<string, unknown>> = { ...evidence, files: decode(change.files) };
  const read = async (keys: readonly CustomEvidenceKey[]) => Object.fromEntries(keys.map((key) => [key, known[key]]));
  return { custom_scores: await custom.score(scorers, { read }) };
}

const decode = (files: Change['files']): object =>
  Object.fromEntries(
    [...files].map(([path, { before, after }]) => [
      path,
      { before: before?.toString('utf8') ?? null, after: after?.toString('utf8') ?? null },
    ]),
  );
