import type { TestMarker } from '@assay/schema';
import { assertingHelpers } from '../asserting-helpers.ts';
import type { Reading } from '../language.ts';
import { type BodyRules, readBody } from '../read-body.ts';
import type { SyntaxNode } from '../syntax-node.ts';

/** The names and markers of the groups around a test. */
export interface Scope {
  readonly names: readonly string[];
  readonly markers: readonly TestMarker[];
}

/** Reads a file, given a function that reads a file, class or group. */
export function readFileScope(
  root: SyntaxNode,
  readScope: (container: SyntaxNode, reading: Reading, scope: Scope) => void,
): Reading {
  const reading: Reading = { tests: [], helpers: [], markers: [] };
  readScope(root, reading, { names: [], markers: [] });
  return { ...reading, helpers: assertingHelpers(reading.helpers) };
}

interface Remainder {
  readonly rules: BodyRules;
  readonly scope: Scope;
  /** The declarations that were read on their own. */
  readonly own: ReadonlySet<SyntaxNode>;
}

/** Reads the code of a file, class or group outside its declarations. */
export function readRemainder(container: SyntaxNode, reading: Reading, { rules, scope, own }: Remainder): void {
  const rest = readBody(container, rules, (part) => !own.has(part));
  reading.markers.push(...rest.markers);
  const name = scope.names.join(' > ') || 'the file';
  if (rest.assertions.length > 0)
    reading.helpers.push({ name, line: container.line, assertions: rest.assertions, calls: rest.calls });
}
