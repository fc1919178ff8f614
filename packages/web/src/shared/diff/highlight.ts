type TokenKind = 'comment' | 'string' | 'number' | 'keyword' | 'plain';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

interface Language {
  readonly comment: string;
  readonly string: string;
  readonly keywords: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const STRING = String.raw`"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?`;
const C_COMMENT = String.raw`\/\/.*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|^\s*\*(?:[ /].*)?$`;

const SCRIPT: Language = {
  comment: C_COMMENT,
  string: `${STRING}|\`(?:[^\`\\\\]|\\\\.)*\`?`,
  keywords: words(
    'abstract as async await boolean break case catch class const continue default delete do else enum export extends false finally for from function if implements import in instanceof interface let namespace new null number of private protected public readonly return satisfies static string super switch this throw true try type typeof undefined unknown var void while yield',
  ),
};
const COMPILED: Language = {
  comment: C_COMMENT,
  string: STRING,
  keywords: words(
    'abstract as async await bool boolean break byte case catch chan char class const continue crate default defer do double else enum extends extern false final finally float fn for foreach func fun go goto guard if impl implements import in int interface internal is let long loop map match mod mut namespace new nil null object override package private protected pub public range return self short static string struct super switch this throw throws trait true try type union unsafe use using val var virtual void volatile when where while yield',
  ),
};
const HASHED: Language = {
  comment: '#.*',
  string: STRING,
  keywords: words(
    'and as assert async await begin break case class continue def del do done elif else elsif end esac except export false finally for from function global if import in is lambda local module nil nonlocal not None True False or pass raise require rescue return self set then true try unless until when while with yield null',
  ),
};
const QUERIES: Language = {
  comment: String.raw`--.*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?`,
  string: STRING,
  keywords: words(
    'add alter and as asc begin between by case check commit constraint create default delete desc distinct drop else end exists false foreign from full group having if in index inner insert into is join key left like limit not null on or order outer primary references returning right rollback select set table then true union unique update using values view when where with',
  ),
};
const VALUES: Language = { comment: '(?!)', string: STRING, keywords: words('true false null') };
const STYLES: Language = { comment: C_COMMENT, string: STRING, keywords: words('important') };

const LANGUAGES: ReadonlyMap<string, Language> = new Map(
  (
    [
      ['js cjs mjs jsx ts cts mts tsx vue svelte', SCRIPT],
      ['c cc cpp cs cxx dart go h hpp java kt kts m php rs scala swift zig', COMPILED],
      ['py pyi rb sh bash zsh yml yaml toml pl r ex exs tf cmake conf ini env', HASHED],
      ['sql', QUERIES],
      ['json jsonc json5', VALUES],
      ['css scss less', STYLES],
    ] as const
  ).flatMap(([endings, language]) => endings.split(' ').map((ending) => [ending, language] as const)),
);

const RULES = new Map<Language, RegExp>();

/**
 * Splits one line of code into tokens. Lines are independent and read in one pass, so the time is linear. The inside of
 * a multi-line string or comment may therefore be colored as code.
 */
export function highlight(path: string, line: string): Token[] {
  const language = LANGUAGES.get(/\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '');
  if (language === undefined || line === '') return [{ kind: 'plain', text: line }];
  const tokens: Token[] = [];
  let end = 0;
  for (const found of line.matchAll(ruleOf(language))) {
    const kind = kindOf(found, language);
    if (kind === 'plain') continue;
    if (found.index > end) tokens.push({ kind: 'plain', text: line.slice(end, found.index) });
    tokens.push({ kind, text: found[0] });
    end = found.index + found[0].length;
  }
  if (end < line.length) tokens.push({ kind: 'plain', text: line.slice(end) });
  return tokens;
}

function ruleOf(language: Language): RegExp {
  const known = RULES.get(language);
  if (known !== undefined) return known;
  const { comment, string } = language;
  const rule = new RegExp(
    `(?<comment>${comment})|(?<string>${string})|(?<number>\\b\\d[\\w.]*)|(?<word>[A-Za-z_$][\\w$-]*)`,
    'g',
  );
  RULES.set(language, rule);
  return rule;
}

function kindOf({ groups }: RegExpExecArray, { keywords }: Language): TokenKind {
  if (groups?.['comment'] !== undefined) return 'comment';
  if (groups?.['string'] !== undefined) return 'string';
  if (groups?.['number'] !== undefined) return 'number';
  return keywords.has(groups?.['word'] ?? '') ? 'keyword' : 'plain';
}
