import { shannonEntropy } from './entropy.ts';

interface Shaped {
  readonly rule: string;
  readonly value: string;
  /** The text after the value. */
  readonly rest: string;
}

const WORDS =
  /example|sample|placeholder|dummy|fake|mock|change[_-]?me|your[_-]?|insert|redacted|replace|secret[_-]?here|token[_-]?here|key[_-]?here|not[_-]?real|not[_-]?a[_-]|invalid|foobar|deadbeef|lorem|test[_-]?(?:key|token|secret)|x{4,}|\*{3,}|\.{3,}/i;
const SEQUENCES = /0123456789|1234567890|12345678|abcdefgh|ABCDEFGH|qwerty|(.)\1{6,}/;
/** The payload of the usual JSON Web Token example. */
const KNOWN_EXAMPLES = /eyJzdWIiOiIxMjM0NTY3ODkw/;

const HAS_NO_DIGITS = new Set(['private-key', 'slack-webhook', 'url-password', 'azure-storage']);
const LEAST_ENTROPY = 2.8;

/** Whether a value has the shape of a secret but is a placeholder. */
export function isPlaceholder(shaped: Shaped): boolean {
  const { rule, value } = shaped;
  switch (rule) {
    case 'private-key':
      return isHollowKey(value);
    case 'url-password':
      return isHarmlessLogin(shaped);
    case 'stripe':
      // test-mode keys are harmless and appear in documentation
      if (/^.k_test_/.test(value)) return true;
      break;
  }
  if (WORDS.test(value) || SEQUENCES.test(value) || KNOWN_EXAMPLES.test(value)) return true;
  return isPlain(value) || (!HAS_NO_DIGITS.has(rule) && !/\d/.test(value.slice(4))) || isWordy(rule, value);
}

// `sk-` also starts CSS names, and `Bearer` sentences
const isWordy = (rule: string, value: string): boolean =>
  (rule === 'openai' || rule === 'bearer' || rule === 'gitlab') && !/[A-Z].*\d|\d.*[A-Z]/.test(value.slice(7));

/** Whether a value has too few different characters to be random. */
export const isPlain = (value: string): boolean => shannonEntropy(value) < LEAST_ENTROPY;

const KEY_BODY = 60;

// code that handles keys contains only their first line, and documentation an ellipsis
function isHollowKey(value: string): boolean {
  const body = value
    .replace(/-----[A-Z ]+-----?/g, '')
    .replace(/^[\w-]+:.*$/gm, '')
    .replace(/\\[nr]|["'`+,\s]/g, '');
  const longest = /[A-Za-z0-9/+=]{60,}/.exec(body)?.[0] ?? '';
  return longest.length < KEY_BODY || isPlain(longest) || WORDS.test(body);
}

const USUAL =
  /^(?:p(?:ass|assw(?:or)?d|wd|w)\d*|pass(?:word|wd)?\d*|secret\d*|postgres|mysql|mariadb|root|admin\d*|user(?:name)?|test(?:ing|pass|password)?\d*|guest|change[_-]?me|rabbitmq|redis|mongo|minio(?:admin)?|token|key|foo|bar|baz|abc|xxx+|123+4*5*6*7*8*|hunter2+|dev(?:elopment)?|demo|local|default|none|null|\*+|\.+)$/i;
const NEARBY =
  /^@(?:[\w-]+(?=[:/?#\s"'`),]|$)|localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|\[?::1|host\.docker\.internal|(?:[\w-]+\.)*(?:example|test|invalid|local|localhost|internal|localdomain)(?:\.(?:com|org|net))?(?=[:/?#\s"'`),]|$))/i;

// a local database, a default password, or a placeholder
function isHarmlessLogin({ value, rest }: Shaped): boolean {
  const [, user = '', password = ''] = /^:\/\/([^:]*):(.*)$/s.exec(value) ?? [];
  if (NEARBY.test(rest) || /^@[{<$%]/.test(rest)) return true;
  if (/[{}<>$%*()[\]\\`|]/.test(password) || USUAL.test(password) || user.toLowerCase() === password.toLowerCase())
    return true;
  return WORDS.test(password) || /^[A-Z_]+$/.test(password) || password.length < 6;
}
