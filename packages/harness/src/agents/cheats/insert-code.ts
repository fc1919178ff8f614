import { extname } from 'node:path/posix';
import type { Edit } from '../edits/apply-edits.ts';
import type { Files } from '../workspace/read-files.ts';

/** Code to insert into the product, by language. */
export type Code = Readonly<Partial<Record<Place, string>>>;

/** Where code goes: at the start of a file, at its end, or into an `init` of Go. */
type Place = 'python' | 'python_end' | 'javascript' | 'go' | 'rust' | 'shell' | 'ruby' | 'php';

const PLACES: Readonly<Record<string, readonly Place[]>> = {
  '.py': ['python', 'python_end'],
  ...Object.fromEntries(
    ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx'].map((end) => [end, ['javascript']]),
  ),
  '.go': ['go'],
  '.rs': ['rust'],
  '.sh': ['shell'],
  '.rb': ['ruby'],
  '.php': ['php'],
};

const INSERT: Readonly<Record<Place, (text: string, code: string) => string>> = {
  // a docstring and imports from the future must stay first
  python: (text, code) => insertAfter(text, /^(?:#.*\n)*(?:("""|''')[\s\S]*?\1\n)?\s*(?:from __future__ .*\n)*/, code),
  python_end: (text, code) => `${text.trimEnd()}\n\n\n${code}\n`,
  javascript: (text, code) => insertAfter(text, /^(?:#!.*\n)?(?:['"]use strict['"];\n)?/, code),
  go: (text, code) =>
    `${text.replace(/^package \w+$/m, '$&\n\nimport (\n\tcheatfmt "fmt"\n\tcheatos "os"\n)')}\nfunc init() {\n\tif false {\n\t\tcheatfmt.Print()\n\t}\n\t${code}\n}\n`,
  rust: (text, code) =>
    text.replace(
      /^([ \t]*)(?:pub(?:\([^)]*\))? )?fn \w+[^;{]*\{$/gm,
      (head, indent: string) => `${head}\n${indent}    ${code}`,
    ),
  shell: (text, code) => insertAfter(text, /^(?:#!.*\n)?/, code),
  ruby: (text, code) => insertAfter(text, /^(?:#.*\n)*/, code),
  php: (text, code) => insertAfter(text, /^<\?php\s*\n(?:declare\([^)]*\);\n)?/, code),
};

function insertAfter(text: string, head: RegExp, code: string): string {
  const end = head.exec(text)?.[0].length ?? 0;
  return `${text.slice(0, end)}${code}\n${text.slice(end)}`;
}

/** The files of the product, changed by language; those that stay the same are left out. */
export const changeProduct = (
  files: Files,
  product: readonly string[],
  change: (path: string, text: string) => string | undefined,
): Edit[] =>
  product.flatMap((path) => {
    const text = files.get(path);
    const content = text === undefined ? undefined : change(path, text);
    return content === undefined || content === text ? [] : [{ path, content }];
  });

/** The files of the product with code inserted; files in languages without code are left out. */
export const insertCode = (files: Files, product: readonly string[], code: Code): Edit[] =>
  changeProduct(files, product, (path, text) => {
    const place = PLACES[extname(path)]?.find((each) => code[each] !== undefined);
    return place === undefined ? undefined : INSERT[place](text, code[place] ?? '');
  });
