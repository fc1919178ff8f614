import { AssayError, type Thresholds } from '@assay/schema';

/** Options that change the thresholds of a verdict. */
export const THRESHOLD_OPTIONS = {
  'min-gain': { type: 'string' },
  'max-drop': { type: 'string' },
  'allow-check-drops': { type: 'boolean' },
} as const;

interface ThresholdValues {
  readonly 'min-gain'?: string;
  readonly 'max-drop'?: string;
  readonly 'allow-check-drops'?: boolean;
}

export const readThresholds = (values: ThresholdValues): Partial<Thresholds> => ({
  ...readThreshold('min-gain', 'min_composite_gain', values['min-gain']),
  ...readThreshold('max-drop', 'regression_composite_drop', values['max-drop']),
  ...(values['allow-check-drops'] === true ? { objective_drop_is_regression: false } : {}),
});

function readThreshold(option: string, name: keyof Thresholds, text: string | undefined): Partial<Thresholds> {
  if (text === undefined) return {};
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!(value >= 0 && value <= 1))
    throw new AssayError('usage', `expected --${option} to be a number from 0 to 1, found ${text}`);
  return { [name]: value };
}
