import { createPhrases } from './phrases.ts';
import type { Scope } from './scope.ts';

/** What a statement does to the statements inside it. */
export type GuardKind =
  /** They always run, such as in a group of tests. */
  | 'neutral'
  | 'loop'
  | 'condition'
  /** A condition on something outside the test, which decides before it starts. */
  | 'fixed_condition'
  | 'handler'
  /** A function that something calls. */
  | 'closure'
  /** A function that nothing calls. */
  | 'idle';

/** What the head of a statement does to what is inside it, given everything that tests consist of. */
export function guardKind(head: string, scope: Scope): GuardKind {
  if (groups(withoutModifiers(head))) return 'neutral';
  if (handles(head) || LENIENT.test(head)) return 'handler';
  if (repeats(head) || EACH.test(head)) return 'loop';
  if (branches(head)) return isFixed(head, scope) ? 'fixed_condition' : 'condition';
  if (!isFunction(head) && !CLOSURE.test(head)) return 'condition';
  const name = assignedName(head) ?? declaredName(head);
  return name === undefined || isUsed(name, { head, scope }) ? 'closure' : 'idle';
}

const MODIFIERS = /^(?:@\S+ |(?:pub|public|private|static|final|abstract|export|default|async) )+/;

/** The head of a statement without what only says who may use it. */
export const withoutModifiers = (head: string): string => head.replace(MODIFIERS, '');

const groups = createPhrases({
  any: ['^class', '^interface', '^enum', '^namespace', '^{', '^…'],
  python: ['^with self.subTest(', '^with pytest.raises('],
  javascript: [
    ...['describe', 'context', 'suite', 'it', 'test', 'specify'].flatMap((name) => [`^${name}(`, `^${name}.`]),
    '^before(',
    '^beforeEach(',
  ],
  go: ['^t.Run(', '^b.Run(', ...['Describe', 'Context', 'When', 'It', 'Specify'].flatMap(inGinkgo)],
  rust: ['^impl', '^mod', '^trait', '^unsafe…'],
  java: ['^assertAll('],
});

/** A node of Ginkgo, also as the only one or as one that is left out. */
function inGinkgo(name: string): readonly string[] {
  return ['', 'F', 'P', 'X'].flatMap((mark) => [`^${mark}${name}*(`, `^var _=${mark}${name}*(`]);
}

const handles = createPhrases({
  any: ['^try'],
  python: ['suppress(', '^with suppress'],
  javascript: ['.catch('],
  go: ['recover()'],
  rust: ['catch_unwind'],
});
// a context manager of the project
const LENIENT = /^with [\w.]*(?:swallow|ignor|quiet|lenient|tolerat)/i;

const repeats = createPhrases({ any: ['^for', '^while'], python: ['^async for'], rust: ['^loop'] });
const EACH = /\.(?:forEach|for_each|each|iter)\b.*…/;

const branches = createPhrases({
  any: ['^if', '^else if', '^switch', '^case', '^default', '^when', '^unless', '^guard', '?…', '&&…', '||…'],
  go: ['^select'],
  rust: ['^match'],
});

const isFunction = createPhrases({
  any: ['=>', '->', 'func', 'function', 'lambda'],
  python: ['def'],
  rust: ['fn'],
});
// `|x|…` in Rust and Ruby, `name()…` in Java
const CLOSURE = /\|[^|]*\|…|\)…$/;

/** The variable that a statement assigns to. */
export const assignedName = (head: string): string | undefined =>
  /^(?:(?:const|let|let mut|var|auto|final) ?)?([\w$]+)(?::[^=]+)?:?=/.exec(head)?.[1] ??
  /^[\w<>.]+ ([\w$]+)=/.exec(head)?.[1];

/** The function or class that a head declares. */
export const declaredName = (head: string): string | undefined =>
  DECLARED.exec(head)?.[1] ?? (CALL.test(head) ? undefined : METHOD.exec(head)?.[1]);

// a method of Go has its receiver before the name
const DECLARED =
  /\b(?:macro_rules!|func(?:\([^)]*\))?|function\*?|fn|def|class|mod|struct|record|enum|interface|type)(?: |(?<=[)*!]))([\w$]+)/;
// a call in the head of another statement
const CALL = /^(?:for|if|else|while|match|switch|return|with|let|const|var|await)\b|[.=]/;
const METHOD = /([\w$]+)\([^)]*\)(?:throws [\w, .]+)?…$/;

const asksForEnvironment = createPhrases({
  python: [
    'environ',
    'getenv',
    'os.name',
    ...['platform', 'argv', 'version*', 'gettrace', 'modules'].map(inSys),
    'platform.*(',
  ],
  javascript: [
    ...['env', 'platform', 'arch', 'argv', 'version*'].map((name) => `process.${name}`),
    'globalThis.',
    'navigator',
    'typeof *==',
    'typeof *!=',
  ],
  go: ['Getenv', 'LookupEnv', 'GOOS', 'GOARCH', 'testing.Short('],
  rust: ['env::var*', 'option_env!', 'cfg!'],
  java: ['getProperty(', 'getenv('],
});

function inSys(name: string): string {
  return `sys.${name}`;
}

const NEVER = /^if\(?(?:false|False|0|None|null)\)?:?…|\bfalse&&|\b(?:False|false) and\b|^while\(?(?:False|false)\b/;

function isFixed(head: string, scope: Scope): boolean {
  // the other branch is taken wherever nothing is set
  if (/#\d+$|!process\.env|\bnot os\.|==""/.test(head)) return false;
  if (asksForEnvironment(head) || NEVER.test(head)) return true;
  const names: readonly string[] = head.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
  return names.some((name) => scope.isFalse(name));
}

function isUsed(name: string, { head, scope }: { head: string; scope: Scope }): boolean {
  const idle = new RegExp(`^(?:_|let _|void|const _|var _)(?:=| ?)${name.replaceAll('$', '\\$')}$`);
  return scope.withName(name).some(({ text }) => text !== head && !idle.test(text));
}
