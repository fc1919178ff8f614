import { createHash } from 'node:crypto';
import { basename } from 'node:path/posix';
import type { SecretFinding, Secrets } from '@assay/schema';
import { mayContainSecrets, SECRET_RULES } from '@assay/scoring';
import { changedLines, type NumberedLine } from '../signals/changed-lines.ts';
import type { TextChange } from '../signals/find-signals.ts';
import { isTest } from '../signals/source-file.ts';
import { findNamedValues } from './named-values.ts';
import { isPlaceholder } from './placeholders.ts';

/** A possible secret with its value. Never leaves this file. */
interface Candidate {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  readonly value: string;
}

const MOST = 500;
const RULES = SECRET_RULES.map(({ id, pattern }) => ({ id, pattern: new RegExp(pattern, 'g') }));

/**
 * Finds possible secrets in added lines; the findings do not contain the secrets. Ignores files that naturally contain
 * random texts, placeholders, and values that a changed file already contained.
 */
export function findSecrets(files: ReadonlyMap<string, TextChange>): Secrets {
  let added_lines = 0;
  const candidates: Candidate[] = [];
  for (const [path, { before, after }] of files) {
    if (after === null || before === after) continue;
    const { added } = changedLines(before, after);
    added_lines += added.length;
    if (candidates.length >= MOST) continue;
    const named = before === null ? findSecretFile(path, after) : undefined;
    if (named !== undefined) candidates.push({ rule: named, path, line: 1, value: after });
    if (!isIgnoredPath(path)) candidates.push(...inLines(path, added));
  }
  const known = [...files.values()].flatMap(({ before }) => (before === null ? [] : [before]));
  const findings = candidates
    .slice(0, MOST)
    .filter(({ rule, value }) => rule === 'secret-file' || !known.some((text) => text.includes(value)))
    .map(describe);
  return { added_lines, findings: findings.toSorted(byPlace) };
}

function inLines(path: string, added: readonly NumberedLine[]): Candidate[] {
  // these shapes are common in tests, documentation and examples, where they are harmless
  const isAtStake =
    !isTest(path) &&
    !/\.(?:md|mdx|rst|adoc|txt|snap|ipynb)$|(?:^|\/)(?:fixtures?|testdata|examples?|docs?|spec)\//i.test(path);
  const found: Candidate[] = [];
  for (const stretch of stretchesOf(added)) {
    const text = stretch.map((each) => each.text).join('\n');
    if (mayContainSecrets(text)) found.push(...byShape({ path, text, stretch, isAtStake }));
    if (isAtStake)
      for (const { line, text: each } of stretch)
        for (const value of findNamedValues(each, path)) found.push({ rule: 'named-value', path, line, value });
    if (found.length >= MOST) break;
  }
  // a value found by several rules is one secret
  return [...new Map(found.toReversed().map((each) => [`${each.line} ${each.value}`, each])).values()].toReversed();
}

// groups consecutive lines, because a key spans several
function stretchesOf(lines: readonly NumberedLine[]): NumberedLine[][] {
  const found: NumberedLine[][] = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (last?.at(-1)?.line === line.line - 1) last.push(line);
    else found.push([line]);
  }
  return found;
}

interface Stretch {
  readonly path: string;
  readonly text: string;
  readonly stretch: readonly NumberedLine[];
  readonly isAtStake: boolean;
}

const ONLY_AT_STAKE = new Set(['jwt', 'bearer', 'url-password']);

function byShape({ path, text, stretch, isAtStake }: Stretch): Candidate[] {
  const found: Candidate[] = [];
  let covered = -1;
  for (const { id, pattern } of RULES) {
    if (!isAtStake && ONLY_AT_STAKE.has(id)) continue;
    let [line, counted] = [0, 0];
    for (const match of text.matchAll(pattern)) {
      if (found.length >= MOST) return found;
      for (; counted < match.index; counted++) if (text.charCodeAt(counted) === 10) line++;
      const rest = text.slice(match.index + match[0].length, match.index + match[0].length + 100);
      if (match.index < covered && id !== 'private-key') continue;
      if (isPlaceholder({ rule: id, value: match[0], rest })) continue;
      found.push({ rule: id, path, line: stretch[line]?.line ?? 1, value: match[0] });
      if (id === 'private-key') covered = match.index + match[0].length;
    }
  }
  return found;
}

const describe = ({ rule, path, line, value }: Candidate): SecretFinding => ({
  rule,
  path,
  line,
  // the file name identifies the finding, so its first characters are not needed
  starts: rule === 'secret-file' ? '' : value.slice(0, 4),
  sha256: createHash('sha256').update(value).digest('hex'),
});

const byPlace = (a: SecretFinding, b: SecretFinding): number => {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line || (a.rule < b.rule ? -1 : 1);
};

const LOCKFILES =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|poetry\.lock|Pipfile\.lock|uv\.lock|pdm\.lock|Cargo\.lock|Gemfile\.lock|composer\.lock|go\.(?:sum|mod|work\.sum)|mix\.lock|flake\.lock|packages\.lock\.json|Package\.resolved|Podfile\.lock|gradle\.lockfile|verification-metadata\.xml|\.terraform\.lock\.hcl|gradlew(?:\.bat)?|mvnw(?:\.cmd)?|(?:gradle|maven)-wrapper\.properties)$/;
const MEDIA =
  /\.(?:png|jpe?g|gif|bmp|ico|svg|webp|avif|tiff?|eot|otf|ttf|woff2?|pdf|docx?|xlsx?|pptx?|zip|gz|tgz|bz2|xz|7z|jar|war|class|so|dylib|dll|exe|wasm|bin|mp[34]|mov|webm|ogg|wav|psd|lockb|map|min\.[cm]?js|min\.css|bundle\.js)$/i;
const VENDORED =
  /(?:^|\/)(?:node_modules|vendor|third_party|bower_components|site-packages|\.yarn|\.venv|venv|dist-packages|Pods)\//;

/** Whether a file naturally contains random texts: lock files, media, vendored and generated code. */
const isIgnoredPath = (path: string): boolean =>
  LOCKFILES.test(basename(path)) || MEDIA.test(path) || VENDORED.test(path);

const SECRET_FILE =
  /^(?:\.env(?:[._-].*|rc)?|.*\.pem|.*\.p12|.*\.pfx|id_(?:rsa|dsa|ecdsa|ed25519).*|.*\.keystore|.*\.jks)$/i;
const TEMPLATE = /(?:^|[._-])(?:example|sample|template|dist|tpl|default|defaults|schema|d)(?:[._-]|$)/i;

/** The rule that the name of a new file matches; undefined if none. */
function findSecretFile(path: string, text: string): string | undefined {
  const name = basename(path);
  if (!SECRET_FILE.test(name) || name.endsWith('.pub') || VENDORED.test(path)) return undefined;
  if (name.startsWith('.env') && (TEMPLATE.test(name) || text.trim() === '')) return undefined;
  // certificates and public keys are not secret
  const isPublic =
    /-----BEGIN (?:TRUSTED |X509 )?(?:CERTIFICATE|[A-Z ]*PUBLIC KEY)/.test(text) && !/PRIVATE KEY/.test(text);
  return isPublic ? undefined : 'secret-file';
}
