import type { SyntaxNode } from '../../syntax-node.ts';

/** The meaning of names in a Go file, for its tests. */
export interface GoNames {
  /** Whether an expression is a `*testing.T` or similar. */
  isTesting(node: SyntaxNode): boolean;
  /** Whether it is a package or value of an assertion library. */
  isAsserter(node: SyntaxNode): boolean;
  /** Whether it is a suite with assertion methods. */
  isSuite(node: SyntaxNode): boolean;
  /** Whether the file defines a function with this name. */
  isDefined(name: string): boolean;
  readonly has_ginkgo: boolean;
  readonly has_gomega: boolean;
  readonly has_convey: boolean;
}

const TESTING_TYPE =
  /^\*?(?:\w+\.)?(?:T|B|F|TB|TestingT|TestingB|TestHelper|GinkgoTInterface|FullGinkgoTInterface|TInterface)$/;
const ASSERTER_TYPE = /^\*?(?:assert|require|is|qt|check|gc|quicktest)\.(?:Assertions|I|C)$|^\*C$/;
const ASSERTER_PACKAGE =
  /(?:^|\/)(?:assert|require|must|testify|quicktest|qt|is|expect|td|verify|asserts|be)(?:\/v\d+)?$|gopkg\.in\/check\.v1$/;
const USUAL_TESTING = new Set(['t', 'tb', 'b', 'tt']);
const USUAL_ASSERTERS = new Set(['assert', 'require', 'assertions', 'qt']);

/** Reads the imports, parameters and declarations of a file. */
export function readGoNames(root: SyntaxNode): GoNames {
  const imports = [...root.children]
    .filter(({ type }) => type === 'import_declaration')
    .flatMap((declaration) => declaration.find('import_spec'))
    .map((spec) => ({ path: unquote(spec.child('path')?.text ?? ''), alias: spec.child('name')?.text }));
  const packages = new Set(imports.map(({ path, alias }) => alias ?? packageName(path)));
  const testing = new Set([...USUAL_TESTING].filter((name) => !packages.has(name)));
  const asserters = new Set(USUAL_ASSERTERS);
  for (const { path, alias } of imports) if (ASSERTER_PACKAGE.test(path)) asserters.add(alias ?? packageName(path));
  const suites = new Set<string>();
  const suiteTypes = new Set<string>();
  for (const node of root.walk()) {
    if (node.type === 'parameter_declaration') {
      const type = node.child('type')?.text ?? '';
      const to = ASSERTER_TYPE.test(type) ? asserters : TESTING_TYPE.test(type) ? testing : undefined;
      if (to !== undefined) for (const name of namesOf(node)) to.add(name);
    } else if (node.type === 'short_var_declaration' || node.type === 'assignment_statement') {
      const made = /^(\w+)\.New(?:Relaxed)?\(|^(\w+)\.(?:Require|Assert)\(\)$/.exec(
        node.child('right')?.text.slice(0, 80) ?? '',
      );
      const left = node.child('left')?.text ?? '';
      if (made?.[1] !== undefined && asserters.has(made[1]) && /^\w+$/.test(left)) asserters.add(left);
      if (made?.[2] !== undefined && /^\w+$/.test(left)) asserters.add(left);
    } else if (node.type === 'field_declaration' && /^\*?suite\.Suite$/.test(node.child('type')?.text ?? '')) {
      const owner = node.ancestor('type_spec')?.child('name')?.text;
      if (owner !== undefined) suiteTypes.add(owner);
    } else if (node.type === 'method_declaration') {
      const [receiver] = node.child('receiver')?.namedChildren ?? [];
      const type = receiver?.child('type')?.text.replace(/^\*/, '') ?? '';
      if (suiteTypes.has(type) || /suite/i.test(type))
        for (const name of receiver === undefined ? [] : namesOf(receiver)) suites.add(name);
    }
  }
  const isTesting = (node: SyntaxNode): boolean => {
    if (node.type === 'identifier') return testing.has(node.text);
    if (node.type === 'selector_expression')
      return /^(?:t|T|tb|TB|test|testing|testingT)$/.test(node.child('field')?.text ?? '');
    if (node.type !== 'call_expression') return false;
    return /(?:^|\.)(?:T|GinkgoT|TB)$/.test(node.child('function')?.text ?? '');
  };
  const isAsserter = (node: SyntaxNode): boolean => {
    if (node.type === 'identifier') return asserters.has(node.text);
    if (node.type !== 'call_expression') return false;
    const callee = node.child('function');
    if (callee?.type !== 'selector_expression') return false;
    const method = callee.child('field')?.text ?? '';
    if (method === 'Require' || method === 'Assert') return node.child('arguments')?.namedChildren.length === 0;
    return method === 'New' && asserters.has(callee.child('operand')?.text ?? '');
  };
  const defined = new Set(
    root.children
      .filter(({ type }) => /^(?:function|method)_declaration$/.test(type))
      .map((node) => node.child('name')?.text),
  );
  return {
    isTesting,
    isDefined: (name) => defined.has(name),
    isAsserter,
    isSuite: (node) => node.type === 'identifier' && suites.has(node.text),
    has_ginkgo: imports.some(({ path }) => path.includes('ginkgo')),
    has_gomega: imports.some(({ path }) => path.includes('gomega') || path.includes('ginkgo')),
    has_convey: imports.some(({ path }) => path.includes('goconvey')),
  };
}

const unquote = (text: string): string => text.slice(1, -1);

function packageName(path: string): string {
  const last =
    path
      .replace(/\/v\d+$/, '')
      .split('/')
      .at(-1) ?? '';
  return last.replace(/\.v\d+$/, '').replace(/^go-/, '');
}

const namesOf = (declaration: SyntaxNode): string[] =>
  declaration.children.filter(({ role }) => role === 'name').map(({ text }) => text);
