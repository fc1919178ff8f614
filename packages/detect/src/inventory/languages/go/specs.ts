import type { TestMarker } from '@assay/schema';
import { markerAt } from '../../facts.ts';
import type { SyntaxNode } from '../../syntax-node.ts';

/** A spec of ginkgo or goconvey, with its markers and those of its groups. */
export interface Spec {
  readonly call: SyntaxNode;
  readonly name: string;
  readonly markers: readonly TestMarker[];
  readonly cases: number;
}

const GROUP = /^(?:[PXF]?(?:Describe|Context|When|DescribeTableSubtree)|(?:Skip|Focus)?Convey)$/;
const SPEC = /^(?:[PXF]?(?:It|Specify|DescribeTable|Measure))$/;
const CONVEY = /^(?:Skip|Focus)?Convey$/;
const ENTRY = /^(?:[PXF]?Entry)$/;

/** The specs below a node. */
export function findSpecs(node: SyntaxNode): Spec[] {
  const calls = [...node.walk()].filter(({ type }) => type === 'call_expression');
  const nested = new Set(calls.filter((call) => CONVEY.test(wordOf(call))));
  const groups = new Set(
    [...nested].map((call) => call.ancestor('call_expression')).filter((above) => above !== undefined),
  );
  return calls.filter((call) => SPEC.test(wordOf(call)) || (nested.has(call) && !groups.has(call))).map(specAt);
}

function specAt(call: SyntaxNode): Spec {
  const groups = [...call.ancestors()]
    .filter((above) => above.type === 'call_expression' && GROUP.test(wordOf(above)))
    .reverse();
  const entries =
    call
      .child('arguments')
      ?.namedChildren.filter((part) => part.type === 'call_expression' && ENTRY.test(wordOf(part))) ?? [];
  return {
    call,
    name: [...groups, call].map(titleOf).join(' > '),
    markers: [...groups, call, ...entries].flatMap(markersOf),
    cases: Math.max(1, entries.length),
  };
}

const wordOf = (call: SyntaxNode): string => (call.child('function')?.text ?? '').replace(/^(?:ginkgo|convey|g)\./, '');

function titleOf(call: SyntaxNode): string {
  const [title] = call.child('arguments')?.namedChildren ?? [];
  return title === undefined ? '' : title.text.replace(/^["`]|["`]$/g, '');
}

function markersOf(call: SyntaxNode): TestMarker[] {
  const word = wordOf(call);
  const decorators = (call.child('arguments')?.namedChildren ?? []).map(({ text }) => text.replace(/^ginkgo\./, ''));
  if (/^(?:[PX](?=[A-Z])|Skip)/.test(word) || decorators.includes('Pending')) return [markerAt(call, 'skip')];
  if (/^(?:F(?=[A-Z])|Focus)/.test(word) || decorators.includes('Focus')) return [markerAt(call, 'focus')];
  return [];
}
