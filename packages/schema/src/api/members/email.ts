import { z } from 'zod';

/** An address in the form that it is compared in. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, { error: 'expected an email address of up to 254 characters' })
  .regex(z.regexes.email, { error: 'expected an email address such as ann@example.com' })
  .meta({ description: 'Compared without regard to case.' });
