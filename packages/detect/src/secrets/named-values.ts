import { shannonEntropy } from './entropy.ts';
import { isPlain } from './placeholders.ts';

const NAME =
  '(?:secret|token|password|passwd|pwd|credentials?|(?:api|access|auth|private|encryption|signing|service|master|account|secret)[_-]?key)';
const QUOTED = new RegExp(
  String.raw`${NAME}["'\x60]?\]?\s{0,8}(?::\s{0,4}(?:str|String|string)\s{0,4}=|=>|:=|===?|[:=])\s{0,8}(["'\x60])([^"'\x60\s]{16,200})\1`,
  'gi',
);
// values in settings files have no quotes
const BARE = new RegExp(
  String.raw`^\s{0,20}(?:export\s+|-\s+)?[\w.-]{0,60}${NAME}\s{0,4}[:=]\s{0,4}([^"'\x60\s#]{16,200})\s*$`,
  'gi',
);
const SETTINGS = /(?:^|\/)\.env[^/]*$|\.(?:properties|ini|cfg|conf|ya?ml|toml|tfvars)$/i;

// names of public values, and of values that only look random
const HARMLESS_NAME =
  /public|page|next|continuation|cursor|csrf|xsrf|hash|digest|checksum|integrity|fingerprint|cache|sort|partition|idempotency|test|dummy|fake|mock|example|sample|placeholder|invalid|wrong|bad|old[_-]?pass|confirm|label|title|message|error|i18n|selector|storage|cookie|header|param|field|column|type|url|uri|path|route|event/i;
const REFERENCE =
  /\$\{|\{\{|\$\(|%\(|<[^>]*>|^\$|^%|^@|^\/|^\.{1,2}\/|:\/\/|process\.env|environ|getenv|^env[.:(]|^vault:|^arn:|^projects\/|^op:\/\/|^ssm:|^secretsmanager:|^ENC\[|^!|\(|\)|\[|\]|,|;|\\|\*/i;
const SAYS_SO =
  /example|sample|placeholder|dummy|fake|mock|change[_-]?me|your|insert|redacted|replace|here|not[_-]?real|invalid|foobar|test|secret|password|token|x{4,}|12345|abcde|qwerty|(.)\1{5,}/i;
const LEAST_ENTROPY = 3.5;
const LONGEST_LINE = 2000;
const LONGEST_NAME = 60;

/** Random-looking values of a line with a secret name. */
export function findNamedValues(line: string, path: string): string[] {
  if (line.length > LONGEST_LINE || line.length < 20) return [];
  const quoted = [...line.matchAll(QUOTED)].map((match) => ({ at: match.index, end: match[0], value: match[2] ?? '' }));
  const bare = SETTINGS.test(path) ? [...line.matchAll(BARE)] : [];
  return [...quoted, ...bare.map((match) => ({ at: match.index, end: match[0], value: match[1] ?? '' }))]
    .filter(({ at, end, value }) => !HARMLESS_NAME.test(nameAround(line, at, end)) && isRandom(value))
    .map(({ value }) => value);
}

const nameAround = (line: string, at: number, match: string): string => {
  const before = /[\w.$-]*$/.exec(line.slice(Math.max(0, at - LONGEST_NAME), at))?.[0] ?? '';
  return before + (/^[\s\w.-]*/.exec(match)?.[0] ?? '');
};

function isRandom(value: string): boolean {
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value) || shannonEntropy(value) < LEAST_ENTROPY || isPlain(value))
    return false;
  if (REFERENCE.test(value) || SAYS_SO.test(value) || !/^[\w+/=.~!@#^&-]+$/.test(value)) return false;
  // a UUID, a version, an email address, a list of words
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value) || /^v?\d+(?:\.\d+)+/.test(value)) return false;
  if (/^[\w.+-]+@[\w-]+\.\w+/.test(value)) return false;
  return !isWords(value);
}

/** Whether a value consists of words and small numbers. */
function isWords(value: string): boolean {
  const parts = value
    .split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])/)
    .filter(Boolean);
  const words = parts.filter((part) => /^[A-Za-z]{3,}$/.test(part) && /[aeiouy]/i.test(part));
  return words.join('').length > value.length / 2;
}
