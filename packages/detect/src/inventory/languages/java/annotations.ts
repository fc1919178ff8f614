import type { TestMarker } from '@assay/schema';
import { markerAt } from '../../facts.ts';
import type { SyntaxNode } from '../../syntax-node.ts';

/** An annotation of a class or method. */
export interface Annotation {
  readonly node: SyntaxNode;
  /** Without its package. */
  readonly name: string;
  readonly args: readonly SyntaxNode[];
}

const CONDITIONAL =
  /^(?:Disabled(?:On|If|For)\w*|Enabled(?:On|If|For)\w*|IfProfileValue|Requires\w*|ConditionalOn\w*)$/;

/** The annotations of a declaration. */
export function listAnnotations(node: SyntaxNode): Annotation[] {
  const modifiers = node.childOfType('modifiers')?.namedChildren ?? [];
  return modifiers
    .filter(({ type }) => type === 'annotation' || type === 'marker_annotation')
    .map((annotation) => ({
      node: annotation,
      name: (annotation.child('name')?.text ?? '').replace(/^.*\./s, ''),
      args: annotation.child('arguments')?.namedChildren ?? [],
    }));
}

/** The value of `key = value` in an annotation; for `value`, also a single argument. */
export function findElement({ args }: Annotation, key: string): SyntaxNode | undefined {
  const pair = args.find((arg) => arg.type === 'element_value_pair' && arg.child('key')?.text === key);
  if (pair !== undefined) return pair.child('value');
  return key === 'value' ? args.find(({ type }) => type !== 'element_value_pair') : undefined;
}

/** Whether an annotation marks a test: `@Test`, names ending in Test, and those of other engines. */
export const isTestAnnotation = ({ name }: Annotation): boolean =>
  /^(?:\w+)?Test$|^(?:TestFactory|TestTemplate|Property|Theory|Example|Fuzz)$/.test(name);

/** The marker of an annotation, if any. */
export function annotationMarker(annotation: Annotation): TestMarker | undefined {
  const { node, name } = annotation;
  if (/^(?:Disabled|Ignore|Ignored|AwaitsFix|PendingFeature|DisabledUntil)$/.test(name)) return markerAt(node, 'skip');
  if (CONDITIONAL.test(name)) return markerAt(node, 'skip', true);
  if (/^(?:ExpectedToFail|NotWorking|KnownFailure)$/.test(name)) return markerAt(node, 'expected_failure');
  if (/^Test$/.test(name) && findElement(annotation, 'enabled')?.text === 'false') return markerAt(node, 'skip');
  return undefined;
}

/** The number of data rows in the annotations of a test; null if there are none. */
export function countRows(annotations: readonly Annotation[]): number | null {
  let rows: number | null = null;
  for (const annotation of annotations) {
    if (
      !/^(?:Value|Csv|Enum|String|Int|Long)Source$|^ValueSource$|^NullAndEmptySource$|^(?:Null|Empty)Source$|^CsvSource$/.test(
        annotation.name,
      )
    )
      continue;
    rows = (rows ?? 0) + rowsIn(annotation);
  }
  return rows;
}

function rowsIn(annotation: Annotation): number {
  if (annotation.name === 'NullAndEmptySource') return 2;
  const values = annotation.args.map((arg) => (arg.type === 'element_value_pair' ? arg.child('value') : arg));
  const list = values.find((value) => value?.type === 'element_value_array_initializer');
  if (list !== undefined) return list.namedChildren.length;
  const block = values.find((value) => value?.text.startsWith('"""'));
  if (block !== undefined)
    return block.text
      .split('\n')
      .slice(1, -1)
      .filter((line) => line.trim() !== '').length;
  return 1;
}
