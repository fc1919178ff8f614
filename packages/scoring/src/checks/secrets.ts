import { mayHoldSecrets, redactText } from '../secrets/redact.ts';
import { defineCheck, fail, pass } from './check.ts';
import { textsIn } from './texts.ts';

/** Looks for keys and passwords in the output. */
export const secrets = defineCheck({
  type: 'secrets',
  title: 'The output holds no secrets',
  description: 'A key in an answer is a key in every log. Found by the shapes that issuers give them.',
  check(_, { output }) {
    const kinds = new Set<string>();
    let count = 0;
    for (const text of textsIn(output)) {
      if (!mayHoldSecrets(text)) continue;
      const redacted = redactText(text);
      count += redacted.count;
      if (redacted.count === 0) continue;
      for (const [, kind] of redacted.text.matchAll(/\[redacted ([\w-]+)\]/g)) kinds.add(kind as string);
    }
    return count === 0 ? pass('no known shape of a secret') : fail(`looks like a secret: ${[...kinds].join(', ')}`);
  },
});
