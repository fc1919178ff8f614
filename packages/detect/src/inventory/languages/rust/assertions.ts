import type { TestAssertion } from '@assay/schema';
import { type Claim, comparisonClaim, isSame, parseNumber } from '../../comparison.ts';
import { assertionAt, compact } from '../../facts.ts';
import type { SyntaxNode } from '../../syntax-node.ts';

/** Macros that can fail a test, by the last part of their name. */
const ASSERTING_MACRO = /^(?:(?:debug_|prop_|const_|static_)?assert(?:_\w+)?|panic|assert\w*)$/;
const SNAPSHOT = /snapshot|inline|golden/;
const OPERATORS = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** A macro call: in the tree, or in the tokens of another macro, which have no tree. */
export interface MacroCall {
  readonly node: SyntaxNode;
  readonly name: string;
  readonly tokens: SyntaxNode | undefined;
}

/** The macros called at a node; in macro tokens, all direct ones. */
export function macrosAt(node: SyntaxNode): MacroCall[] {
  if (node.type === 'macro_invocation') {
    const name = lastName(node.child('macro')?.text ?? '');
    return [{ node, name, tokens: node.childOfType('token_tree') }];
  }
  return node.type === 'token_tree' || node.type === 'token_repetition' ? looseMacros(node) : [];
}

function looseMacros({ children }: SyntaxNode): MacroCall[] {
  const found: MacroCall[] = [];
  for (let index = 0; index + 2 < children.length; index++) {
    const [word, mark, tokens] = children.slice(index, index + 3);
    if (word?.type !== 'identifier' || mark?.text !== '!' || tokens?.type !== 'token_tree') continue;
    found.push({ node: word, name: word.text, tokens });
  }
  return found;
}

/** Names of functions, methods and macros called in macro tokens. */
export function looseCalls({ type, children }: SyntaxNode): SyntaxNode[] {
  if (type !== 'token_tree' && type !== 'token_repetition') return [];
  return children.filter((word, index) => {
    if (word.type !== 'identifier' || children[index - 1]?.text === 'fn') return false;
    const after = children[index + 1];
    if (after?.text === '!') return children[index + 2]?.type === 'token_tree';
    return after?.type === 'token_tree' && after.text.startsWith('(');
  });
}

/** The last part of a path, without type arguments. */
export const lastName = (path: string): string => path.slice(path.lastIndexOf(':') + 1).trim();

/** Whether a macro with this name can fail a test. */
export const isAsserting = (name: string): boolean => ASSERTING_MACRO.test(name);

/** The assertion of a macro. */
export function macroAssertion({ node, name, tokens }: MacroCall): TestAssertion {
  const assertion = assertionAt(node, claimOfMacro(name, splitArguments(tokens)));
  // in macro tokens, the node is only the name
  return node.type === 'identifier' ? { ...assertion, text: `${name}!${oneLineOf(tokens)}` } : assertion;
}

function claimOfMacro(name: string, args: readonly (readonly SyntaxNode[])[]): Claim {
  const [one, two, three] = args.map(codeOf);
  const bare = name.replace(/^(?:debug|prop|const|static)_/, '');
  if (bare === 'panic') return { subject: one ?? 'panic', strength: 'truthy' };
  if (bare === 'assert') return claimOfTokens(args[0] ?? []);
  if (SNAPSHOT.test(bare)) return { subject: one ?? bare, expected: two ?? null, strength: 'exact' };
  const subject = one ?? bare;
  if (two === undefined) return { subject, strength: /matches|let/.test(bare) ? 'structure' : 'truthy' };
  const negated = /_ne$|_not_|_ne_/.test(bare);
  if (/^assert_(?:approx|relative|abs_diff|ulps|float|near|close|almost)|approx|delta/.test(bare)) {
    const tolerance =
      args
        .slice(2)
        .map(marginOf)
        .find((margin) => margin !== null) ?? parseNumber(three);
    return { subject, expected: two, strength: 'bound', negated, tolerance };
  }
  if (/_(?:eq|ne)(?:_\w+)?$|equal|_eq/.test(bare)) {
    return (
      comparisonClaim({ left: subject, right: two }, negated ? '!=' : '==') ?? {
        subject,
        expected: two,
        strength: 'exact',
      }
    );
  }
  if (/_(?:lt|le|gt|ge)$/.test(bare)) return { subject, expected: two, strength: 'bound' };
  const strength = isSame({ subject, expected: two }) ? 'tautology' : 'structure';
  return { subject, expected: two, strength, negated };
}

/** The tolerance from an argument such as `epsilon = 0.1`. */
function marginOf(argument: readonly SyntaxNode[]): number | null {
  const equals = argument.findIndex(({ text }) => text === '=');
  return equals === -1 ? null : parseNumber(codeOf(argument.slice(equals + 1)));
}

/** The claim of `assert!(…)`: a comparison if its tokens are one. */
function claimOfTokens(tokens: readonly SyntaxNode[]): Claim {
  const joined = tokens.some(({ text }) => text === '&&' || text === '||');
  const at = joined ? -1 : tokens.findIndex(({ text, named }) => !named && OPERATORS.has(text));
  if (at > 0) {
    const sides = { left: codeOf(tokens.slice(0, at)), right: codeOf(tokens.slice(at + 1)) };
    const claim = comparisonClaim(sides, tokens[at]?.text ?? '');
    if (claim !== undefined) return claim;
  }
  const denied = tokens[0]?.text === '!';
  const subject = codeOf(denied ? tokens.slice(1) : tokens);
  if (subject.startsWith('matches!')) return { subject, strength: 'structure', negated: denied };
  return { subject, strength: subject === String(!denied) ? 'tautology' : 'truthy', negated: denied };
}

function splitArguments(tokens: SyntaxNode | undefined): SyntaxNode[][] {
  const args: SyntaxNode[][] = [[]];
  for (const token of tokens?.children.slice(1, -1) ?? []) {
    if (token.type === ',') args.push([]);
    else args.at(-1)?.push(token);
  }
  return args.filter((argument) => argument.length > 0);
}

const codeOf = (tokens: readonly SyntaxNode[]): string => tokens.map(compact).join('');

const oneLineOf = (tokens: SyntaxNode | undefined): string =>
  (tokens?.text ?? '()').slice(0, 800).replace(/\s+/g, ' ').slice(0, 150);
