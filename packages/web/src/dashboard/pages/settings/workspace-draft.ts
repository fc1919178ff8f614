import type { Workspace } from '@assay/schema/api';
import { draftPrices, type PriceDraft, pricesOf } from './price-draft.ts';

/** The axes of the scorecard, as a workspace can weigh them. */
export const AXES = ['completion', 'error_rate', 'latency', 'resource_efficiency'] as const;
type Axis = (typeof AXES)[number];

/** A workspace as it is being written: what stands in the fields. */
export interface WorkspaceDraft {
  readonly name: string;
  /** Null for those of the formula. */
  readonly weights: Readonly<Record<Axis, string>> | null;
  /** Empty: as the server was started. */
  readonly judge: string;
  readonly model: string;
  readonly samples: string;
  /** None: those that Assay brings along. */
  readonly prices: readonly PriceDraft[];
  readonly evidence_retention_days: string;
  readonly concurrency_limit: string;
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
};

/** What the fields begin with when somebody wants weights of their own. */
export const FIRST_WEIGHTS: NonNullable<WorkspaceDraft['weights']> = {
  completion: '40',
  error_rate: '25',
  latency: '20',
  resource_efficiency: '15',
};

/** Judges that are asked by the name of a model. */
export const asksModel = (judge: string): boolean => judge === 'anthropic' || judge === 'openai';

const textOf = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);

export function draftOf({
  name,
  weights,
  judge,
  prices,
  evidence_retention_days,
  concurrency_limit,
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
  };
}

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** What is sent of it. What is wrong with it the server says, with its place. */
export function bodyOf(draft: WorkspaceDraft) {
  const { name, weights, judge, model, samples, prices, evidence_retention_days, concurrency_limit } = draft;
  const asked = {
    ...(model.trim() === '' ? {} : { model: model.trim() }),
    ...(samples.trim() === '' ? {} : { samples: Number(samples) }),
  };
  return {
    name,
    weights: weights === null ? null : Object.fromEntries(AXES.map((axis) => [axis, Number(weights[axis])])),
    judge: judge === '' ? null : { use: judge, ...(asksModel(judge) ? asked : {}) },
    prices: prices.length === 0 ? null : pricesOf(prices),
    evidence_retention_days: numberOf(evidence_retention_days),
    concurrency_limit: numberOf(concurrency_limit),
  };
}

/** What the weights sum to, as far as they are numbers. */
export const sumOfWeights = (weights: NonNullable<WorkspaceDraft['weights']>): number =>
  AXES.reduce((sum, axis) => sum + (Number(weights[axis]) || 0), 0);
