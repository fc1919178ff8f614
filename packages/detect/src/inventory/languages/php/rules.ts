import type { TestMarker } from '@assay/schema';
import { markerAt } from '../../facts.ts';
import { type BodyRules, isConditional } from '../../read-body.ts';
import type { SyntaxNode } from '../../syntax-node.ts';
import { atMostOne, CURLY_CONDITIONS, swallowedBy } from '../curly-rules.ts';
import { phpAssertion, readCall } from './assertions.ts';

const BRANCHES = {
  conditions: CURLY_CONDITIONS,
  functions: new Set(['anonymous_function', 'arrow_function', 'method_declaration', 'function_definition']),
};

/** Body rules for PHP. */
export const PHP_RULES: BodyRules = {
  assertions: atMostOne(phpAssertion),
  marker: skipCall,
  call: (node) => readCall(node)?.name,
  mock: (node) => {
    const call = readCall(node);
    if (
      call === undefined ||
      !/^(?:createMock|createStub|getMockBuilder|mock|prophesize|createPartialMock|spy)$/.test(call.name)
    )
      return undefined;
    return call.args[0]?.text.replace(/::class$/, '').slice(0, 200);
  },
  isStatement: ({ type }) => /_statement$|^arrow_function$/.test(type) && type !== 'compound_statement',
  leaves: (node) => node.type === 'return_statement' || node.type === 'exit_statement',
  branch: (node) => {
    if (node.type !== 'if_statement') return undefined;
    const condition = node.child('condition')?.namedChildren[0]?.text.toLowerCase();
    if (condition === 'false') return { never: node.child('body'), always: node.child('alternative') };
    if (condition === 'true') return { never: node.child('alternative'), always: node.child('body') };
    return undefined;
  },
  swallows: swallowedBy({ isBroad: catchesFailures, read: phpAssertion }),
};

// failures of PHPUnit are exceptions
function catchesFailures(clause: SyntaxNode): boolean {
  const type = clause.child('type')?.text ?? '';
  return /(?:^|\\|\|\s*)(?:Throwable|Exception|AssertionFailedError|ExpectationFailedException)\b/.test(type);
}

function skipCall(node: SyntaxNode): TestMarker | undefined {
  const call = readCall(node);
  if (call?.owner === undefined) return undefined;
  if (call.name === 'expectNotToPerformAssertions') return markerAt(node, 'skip', isConditional(node, BRANCHES));
  if (!/^markTest(?:Skipped|Incomplete)$/.test(call.name)) return undefined;
  return markerAt(node, 'skip', isConditional(node, BRANCHES));
}
