import { redactText } from '../../secrets/redact.ts';

/** What the author of a task wrote, as a judge is told it: trusted, but for secrets and the mark the nonce goes by. */
export const authored = (text: string): string => redactText(text.replaceAll('\u0001', '')).text.toWellFormed();
