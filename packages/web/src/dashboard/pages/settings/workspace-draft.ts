import type { Workspace } from '@assay/schema/api';
import { draftPrices, type PriceDraft, parsePrices } from './price-draft.ts';

/** The axes of the scorecard that a workspace can weight. */
export const AXES = ['completion', 'error_rate', 'latency', 'resource_efficiency'] as const;
type Axis = (typeof AXES)[number];

/** A workspace as text in form fields. */
export interface WorkspaceDraft {
  readonly name: string;
  /** Null for the weights of the formula. */
  readonly weights: Readonly<Record<Axis, string>> | null;
  /** Empty for the server default. */
  readonly judge: string;
  readonly model: string;
  readonly samples: string;
  /** Empty for Assay's list prices. */
  readonly prices: readonly PriceDraft[];
  readonly evidence_retention_days: string;
  readonly concurrency_limit: string;
  /** In dollars. */
  readonly budget: string;
}

export const EMPTY_DRAFT: WorkspaceDraft = {
  name: '',
  weights: null,
  judge: '',
  model: '',
  samples: '',
  prices: [],
  evidence_retention_days: '',
  concurrency_limit: '',
  budget: '',
};

const MICROS = 1_000_000;

/** Initial values for custom weights. */
export const FIRST_WEIGHTS: NonNullable<WorkspaceDraft['weights']> = {
  completion: '40',
  error_rate: '25',
  latency: '20',
  resource_efficiency: '15',
};

/** Whether the judge takes a model name. */
export const usesModel = (judge: string): boolean => judge === 'anthropic' || judge === 'openai';

const textOf = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);

export function workspaceDraft({
  name,
  weights,
  judge,
  prices,
  evidence_retention_days,
  concurrency_limit,
  budget_usd_micros,
}: Workspace): WorkspaceDraft {
  const asked = judge !== null && (judge.use === 'anthropic' || judge.use === 'openai') ? judge : null;
  return {
    name,
    weights:
      weights === null
        ? null
        : (Object.fromEntries(AXES.map((axis) => [axis, textOf(weights[axis])])) as Record<Axis, string>),
    judge: judge?.use ?? '',
    model: asked?.model ?? '',
    samples: textOf(asked?.samples),
    prices: draftPrices(prices),
    evidence_retention_days: textOf(evidence_retention_days),
    concurrency_limit: textOf(concurrency_limit),
    budget: textOf(budget_usd_micros === null ? null : budget_usd_micros / MICROS),
  };
}

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** The request body. The server validates it and names the invalid field. */
export function workspaceBody(draft: WorkspaceDraft) {
  const { name, weights, judge, model, samples, prices, evidence_retention_days, concurrency_limit, budget } = draft;
  const asked = {
    ...(model.trim() === '' ? {} : { model: model.trim() }),
    ...(samples.trim() === '' ? {} : { samples: Number(samples) }),
  };
  return {
    name,
    weights: weights === null ? null : Object.fromEntries(AXES.map((axis) => [axis, Number(weights[axis])])),
    judge: judge === '' ? null : { use: judge, ...(usesModel(judge) ? asked : {}) },
    prices: prices.length === 0 ? null : parsePrices(prices),
    evidence_retention_days: numberOf(evidence_retention_days),
    concurrency_limit: numberOf(concurrency_limit),
    budget_usd_micros: budget.trim() === '' ? null : Math.round(Number(budget) * MICROS),
  };
}

/** The sum of the weights; non-numbers count as 0. */
export const sumWeights = (weights: NonNullable<WorkspaceDraft['weights']>): number =>
  AXES.reduce((sum, axis) => sum + (Number(weights[axis]) || 0), 0);
