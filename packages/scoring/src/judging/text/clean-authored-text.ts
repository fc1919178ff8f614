import { redactText } from '../../secrets/redact.ts';

/** The task author's text for the judge: trusted, except for secrets and the nonce marker. */
export const cleanAuthoredText = (text: string): string =>
  redactText(text.replaceAll('\u0001', '')).text.toWellFormed();
