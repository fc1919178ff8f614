import { z } from 'zod';

export const JudgeMode = z.enum(['gate', 'review']).meta({
  id: 'JudgeMode',
  description:
    'gate: a run that the judge fails is failed. review: the verdict is shown and sets the disagreement, but never changes the result. Default: review, or gate for a scenario without required scorers and stages.',
});
