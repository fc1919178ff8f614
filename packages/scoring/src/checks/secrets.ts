import { mayContainSecrets, redactText } from '../secrets/redact.ts';
import { defineCheck, fail, pass } from './check.ts';
import { listTexts } from './texts.ts';

/** Finds keys and passwords in the output. */
export const secrets = defineCheck({
  type: 'secrets',
  title: 'No secrets in the output',
  description: 'Fails on keys and passwords, which would end up in logs. Matches the formats of known issuers.',
  check(_, { output }) {
    const kinds = new Set<string>();
    let count = 0;
    for (const text of listTexts(output)) {
      if (!mayContainSecrets(text)) continue;
      const redacted = redactText(text);
      count += redacted.count;
      if (redacted.count === 0) continue;
      for (const [, kind] of redacted.text.matchAll(/\[redacted ([\w-]+)\]/g)) kinds.add(kind as string);
    }
    return count === 0 ? pass('no known secret format') : fail(`looks like a secret: ${[...kinds].join(', ')}`);
  },
});
