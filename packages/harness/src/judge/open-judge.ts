import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AssayError, type JudgeSpec, type ModelJudgeSpec, type ModelPrices, parse } from '@assay/schema';
import { Criteria, runCriteriaV1 } from '@assay/scoring';
import { parse as parseYaml } from 'yaml';
import type { Host } from '../contracts/host.ts';
import { canonicalDigest } from '../scenarios/canonical-json.ts';
import type { JudgeBackend } from './backend.ts';
import { openCallCache } from './call-cache.ts';
import { chooseJudge } from './choose-judge.ts';
import { describeUnpriced } from './describe-judging.ts';
import type { Judge, JudgeMember } from './judge.ts';
import { createJudgingBudget } from './judging-budget.ts';
import { readCalibrationState } from './standing.ts';

export interface OpenJudgeOptions {
  readonly host: Host;
  /** The `.assay` folder, which stores answers and calibrations. */
  readonly root: string;
  /** The base folder for paths in the configuration. */
  readonly base: string;
  /** Prices that override the built-in table. */
  readonly prices?: ModelPrices;
}

/** Who judges: a model, rules or nobody, with a description. */
export type OpenedJudge =
  | { readonly by: 'judge'; readonly judge: Judge; readonly remark: string }
  | { readonly by: 'rules' | 'nobody'; readonly judge: null; readonly remark: string };

/** The default if no judge was chosen. */
export const BY_RULES: OpenedJudge = { by: 'rules', judge: null, remark: 'judge: rules' };

/** Opens the named judge. Without one, rules judge, even if keys are set. */
export async function openJudge(
  spec: JudgeSpec | undefined,
  { host, root, base, prices = [] }: OpenJudgeOptions,
): Promise<OpenedJudge> {
  const { spec: chosen, because } = await chooseJudge(spec, host);
  if (chosen.use === 'none') return { by: 'nobody', judge: null, remark: `judge: none, ${because}` };
  if (chosen.use === 'heuristic')
    return {
      by: 'rules',
      judge: null,
      remark: `judge: rules, offline, without verdict or rubric grades; ${because}`,
    };
  const specs = chosen.use === 'panel' ? chosen.members : [chosen];
  const members = await Promise.all(specs.map((member) => openMember(member, { host, base })));
  const names = members.map(({ backend }) => nameOf(backend));
  const name = chosen.use === 'panel' ? `panel of ${names.join(', ')}` : names.join('');
  const criteria = chosen.criteria === undefined ? runCriteriaV1 : await readCriteria(resolve(base, chosen.criteria));
  const judge: Judge = {
    name,
    because,
    members,
    criteria,
    strict: chosen.strict,
    interactions: chosen.interactions,
    standing: await readCalibrationState(root, { judge: name, criteria_digest: canonicalDigest(criteria) }),
    cache: openCallCache(join(root, 'judgments')),
    budget: createJudgingBudget(chosen.budget_usd),
    prices,
  };
  return { by: 'judge', judge, remark: `judge: ${name}, ${because}${describeUnpriced(judge)}` };
}

const nameOf = ({ id, model }: JudgeBackend): string => (model === null ? id : `${id}:${model}`);

async function openMember(
  spec: ModelJudgeSpec,
  { host, base }: Pick<OpenJudgeOptions, 'host' | 'base'>,
): Promise<JudgeMember> {
  const { samples, max_output_tokens, timeout_s } = spec;
  return { backend: await openBackend(spec, { host, base }), samples, max_output_tokens, timeout_ms: timeout_s * 1000 };
}

// loads only the client that is used
async function openBackend(
  spec: ModelJudgeSpec,
  { host, base }: Pick<OpenJudgeOptions, 'host' | 'base'>,
): Promise<JudgeBackend> {
  switch (spec.use) {
    case 'anthropic':
      return (await import('./backends/anthropic.ts')).createAnthropic(spec, host);
    case 'openai':
      return (await import('./backends/openai.ts')).createOpenAi(spec, host);
    case 'claude-cli':
      return (await import('./backends/claude-cli.ts')).createClaudeCli(spec, host);
    case 'replay':
      return (await import('./backends/replay.ts')).createReplay({ ...spec, from: resolve(base, spec.from) });
  }
}

async function readCriteria(file: string): Promise<Criteria> {
  let found: unknown;
  try {
    found = parseYaml(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new AssayError('unreadable_file', `${file} cannot be read as criteria: ${(cause as Error).message}`, {
      cause,
    });
  }
  return parse(Criteria, found);
}
