import type { SourceFile } from './source-file.ts';

/** A place where a function compares its arguments with a constant and returns another constant. */
export interface AnsweredInput {
  readonly line: number;
  readonly function_line: number;
  readonly function_name: string;
  /** Source text, without the brackets of an argument list. */
  readonly input: string;
  readonly answer: string;
  /** One argument, several, or all as one value, which real computations do not do. */
  readonly form: 'one' | 'several' | 'spelled_out';
}

const HEAD =
  /(?:\b(?:def|function|func|fn|fun)\s+(?:\([^)]{0,80}\)\s*)?(\w+)|\b(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?(?:function\s*)?|^\s+(?:(?:public|private|protected|static|final|async|internal)\s+)*(?:[\w<>[\],?]+\s+)?(\w+)\s*)(?:<[^>]{0,80}>)?\(([^()]{0,300})\)/;
const NOT_NAMES = new Set([
  'if',
  'for',
  'while',
  'switch',
  'return',
  'catch',
  'elif',
  'else',
  'match',
  'with',
  'and',
  'or',
  'not',
]);

const LITERAL = String.raw`(?:-?\d[\d._]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\x60[^\x60$\n]*\x60|\[[^\]\n]*\]|\{[^}\n]*\}|True|False|None|true|false|null|nil)`;
const ONE = new RegExp(
  String.raw`\bif\s*\(?\s*(\$?\w+)\s*={2,3}\s*(${LITERAL})\s*\)?\s*(?::|\{|then\b|(?=return\b))?\s*(?:return\s+\(?(${LITERAL})\)?\s*[;}\s]*)?$`,
);
const SEVERAL = new RegExp(
  String.raw`\bif\s*\(?\s*(\$?\w+)\s*={2,3}\s*(${LITERAL})\s*(?:and|&&)\s*(\$?\w+)\s*={2,3}\s*(${LITERAL})[^\n]{0,200}?\)?\s*(?::|\{|then\b|(?=return\b))\s*(?:return\s+\(?(${LITERAL})\)?\s*[;}\s]*)?$`,
);
const TUPLE = /\bif\s*\(?\s*\(([\w\s,]+)\)\s*==\s*\(([^()\n]+)\)\s*\)?\s*:\s*(?:return\s+(.+))?$/;
const AS_TEXT =
  /\bif\s*\(\s*JSON\.stringify\(\s*(?:\[\s*[\w\s,]+\]|\w+)\s*\)\s*===?\s*(?:JSON\.stringify\(\s*([[{].*[\]}])\s*\)|(["'`][[{].*[\]}]["'`]))\s*\)\s*\{?\s*(?:return\s+(.+?);?\s*\}?)?$/;
const RETURN = new RegExp(String.raw`^\s*return\s+\(?(${LITERAL})\)?\s*[;}\s]*$`);
const LONGEST_LINE = 1000;

/** Finds the inputs that functions of a file answer with constants. */
export function listAnsweredInputs({ uncommented_lines: lines, code_lines }: SourceFile): AnsweredInput[] {
  const found: AnsweredInput[] = [];
  if (!code_lines.some((line) => line.includes('=='))) return found;
  let current = { line: 0, name: '', parameters: new Set<string>() };
  lines.forEach((line, index) => {
    if (line.length > LONGEST_LINE) return;
    const code = code_lines[index] ?? '';
    const head = code.includes('(') ? HEAD.exec(code) : null;
    const name = head?.[1] ?? head?.[2] ?? head?.[3];
    if (head !== null && name !== undefined && !NOT_NAMES.has(name))
      current = { line: index + 1, name, parameters: namesOf(head[4] ?? '') };
    if (!/\bif\b/.test(code)) return;
    const match = readCase(line);
    if (match === undefined || !match.names.every((each) => current.parameters.has(each))) return;
    const answer = match.answer ?? RETURN.exec(lines[index + 1] ?? '')?.[1];
    if (answer === undefined) return;
    const { form, input } = match;
    found.push({ line: index + 1, function_line: current.line, function_name: current.name, input, answer, form });
  });
  return found;
}

interface Case extends Pick<AnsweredInput, 'form' | 'input'> {
  readonly names: readonly string[];
  readonly answer: string | undefined;
}

function readCase(line: string): Case | undefined {
  const text = AS_TEXT.exec(line);
  if (text !== null)
    return { form: 'spelled_out', names: [], input: text[1] ?? text[2] ?? '', answer: constant(text[3]) };
  const tuple = TUPLE.exec(line);
  if (tuple !== null) {
    const names = (tuple[1] ?? '')
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean);
    const input = (tuple[2] ?? '').replace(/,\s*$/, '').trim();
    if (!isConstant(input)) return undefined;
    return { form: names.length === 1 ? 'spelled_out' : 'several', names, input, answer: constant(tuple[3]) };
  }
  const several = SEVERAL.exec(line);
  if (several !== null) {
    const [, first = '', left = '', second = '', right = '', answer] = several;
    return { form: 'several', names: [first, second], input: `${left}, ${right}`, answer };
  }
  const one = ONE.exec(line);
  return one === null ? undefined : { form: 'one', names: [one[1] ?? ''], input: one[2] ?? '', answer: one[3] };
}

const constant = (text: string | undefined): string | undefined =>
  text !== undefined && isConstant(text.trim()) ? text.trim() : undefined;

const WORDS = /\b(?:True|False|None|true|false|null|nil|undefined)\b|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

const isConstant = (text: string): boolean =>
  text !== '' && /^[\d\s.,:[\]{}()+\-eE_]*$/.test(text.replace(WORDS, '0').replace(/\b[A-Za-z_]\w*(?=\s*:)/g, '0'));

const namesOf = (parameters: string): Set<string> =>
  new Set(parameters.split(',').flatMap((each) => each.replace(/[:=].*$/, '').match(/\$?\w+/g) ?? []));
