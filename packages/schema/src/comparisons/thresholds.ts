import { z } from 'zod';

const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const THRESHOLDS = z.strictObject({
  min_composite_gain: z.number().min(0).max(1).default(0.01),
  regression_composite_drop: z.number().min(0).max(1).default(0.05),
  objective_drop_is_regression: z.boolean().default(true),
});

/** Also accepts the names in camel case, such as `minCompositeGain`. */
export const Thresholds = z
  .preprocess(
    (given) =>
      typeof given === 'object' && given !== null && !Array.isArray(given)
        ? Object.fromEntries(Object.entries(given).map(([name, value]) => [toSnakeCase(name), value]))
        : given,
    THRESHOLDS,
  )
  .meta({ id: 'Thresholds', description: 'How large a gain or a drop must be to count.' });
export type Thresholds = z.infer<typeof Thresholds>;
