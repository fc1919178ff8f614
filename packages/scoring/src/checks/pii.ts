import { defineCheck, fail, pass } from './check.ts';
import { isCardNumber, isIban, isSocialSecurityNumber } from './check-digits.ts';
import { listTexts } from './texts.ts';

type Kind = 'email' | 'phone' | 'ssn' | 'credit_card' | 'iban';

interface Shape {
  /** Every repetition is bounded, so matching takes linear time. */
  readonly pattern: RegExp;
  readonly holds: (found: string) => boolean;
  /** A quick test that every match passes; most texts fail it. */
  readonly hint: RegExp;
}

const always = () => true;
// skips addresses reserved for documentation, and those of machines
const isSomebody = (address: string): boolean =>
  !/@(?:[\w-]+\.)*(?:example\.(?:com|org|net)|[\w-]+\.(?:example|invalid|test)|localhost)$|^(?:git|no-?reply|donotreply)@/i.test(
    address,
  );

const SHAPES: Readonly<Record<Kind, Shape>> = {
  email: { pattern: /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g, holds: isSomebody, hint: /@/ },
  phone: {
    pattern:
      /(?<![\w+.])(?:\+\d{1,3}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d(?:[ .-]?\d){6,12}|\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4})(?![\w-])/g,
    holds: always,
    hint: /\+\d|\d{3}[ .-]\d{4}/,
  },
  ssn: { pattern: /(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])/g, holds: isSocialSecurityNumber, hint: /\d-/ },
  credit_card: {
    pattern: /(?<![\w.-])[2-6](?:[ -]?\d){12,18}(?![\w-])/g,
    holds: isCardNumber,
    hint: /\d(?:[ -]?\d){4}/,
  },
  iban: {
    pattern: /(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?!\w)/g,
    holds: isIban,
    hint: /[A-Z]\d/,
  },
};
const KINDS = Object.keys(SHAPES) as Kind[];
// a quick test: most texts contain neither
const SIGN = /[@\d]/;
const HINT = new RegExp(
  Object.values(SHAPES)
    .map(({ hint }) => hint.source)
    .join('|'),
);

/** Finds personal data. Matches are counted, never repeated. */
export const pii = defineCheck({
  type: 'pii',
  title: 'No personal data in the output',
  description: 'Fails on email addresses, phone, card, account and social security numbers.',
  check({ kinds = KINDS }, { output }) {
    const counts = new Map<Kind, number>();
    for (const text of listTexts(output)) {
      if (!SIGN.test(text) || !HINT.test(text)) continue;
      for (const kind of kinds) {
        const { pattern, holds, hint } = SHAPES[kind];
        if (!hint.test(text)) continue;
        const found = text.match(pattern)?.filter(holds).length ?? 0;
        if (found > 0) counts.set(kind, (counts.get(kind) ?? 0) + found);
      }
    }
    if (counts.size === 0) return pass(`none of ${kinds.join(', ')}`);
    return fail([...counts].map(([kind, count]) => `${kind}: ${count}`).join(', '));
  },
});
