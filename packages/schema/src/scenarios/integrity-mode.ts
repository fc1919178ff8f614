import { z } from 'zod';

export const IntegrityMode = z.enum(['gate', 'review']).meta({
  id: 'IntegrityMode',
  description:
    'gate: a certain integrity finding makes a run tampered. review: only a required integrity scorer does; other findings are shown for review.',
});
export type IntegrityMode = z.infer<typeof IntegrityMode>;
