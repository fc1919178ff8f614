import { addressed } from './addressed.ts';
import { authority } from './authority.ts';
import { awards } from './awards.ts';
import { fakeReplies } from './fake-replies.ts';
import { fakeTables } from './fake-tables.ts';
import { fences } from './fences.ts';
import { otherLanguages } from './other-languages.ts';
import { overrides } from './overrides.ts';
import { pleas } from './pleas.ts';
import type { InjectionSign } from './sign.ts';
import { templateTokens } from './template-tokens.ts';

/** All signs; the first match names the attempt. */
export const INJECTION_SIGNS: readonly InjectionSign[] = [
  fakeReplies,
  fakeTables,
  templateTokens,
  fences,
  overrides,
  authority,
  addressed,
  pleas,
  awards,
  otherLanguages,
];
