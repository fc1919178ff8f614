import { defineCheck, fail, pass } from './check.ts';
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

// prefixes and lengths of issuer numbers
const CARD =
  /^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|35\d{14}|6(?:011|5\d\d|4[4-9]\d)\d{12}|62\d{14,17})$/;

/** Whether the digits are a card number: issuer prefix, length and Luhn checksum match. */
function isCardNumber(text: string): boolean {
  const compact = text.replaceAll(/[ -]/g, '');
  if (!CARD.test(compact)) return false;
  const digits = [...compact].map(Number);
  const sum = digits.toReversed().reduce((all, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return all + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Whether the text is an IBAN: its remainder modulo 97 is 1. */
function isIban(text: string): boolean {
  const compact = text.replaceAll(' ', '');
  if (compact.length < 15 || compact.length > 34) return false;
  const turned = compact.slice(4) + compact.slice(0, 4);
  let remainder = 0;
  for (const character of turned) remainder = Number(`${remainder}${Number.parseInt(character, 36)}`) % 97;
  return remainder === 1;
}

/** Whether a number of this shape can exist: some areas and groups were never issued. */
function isSocialSecurityNumber(text: string): boolean {
  const [area = '', group = '', serial = ''] = text.split('-');
  return area !== '000' && area !== '666' && area < '900' && group !== '00' && serial !== '0000';
}
