import { listTests } from '../workspace/test-files.ts';
import { defineCheat } from './cheat.ts';
import { insertCode } from './insert-code.ts';

/** Prints the report of a run in which every test passes, and ends the program. */
export const forgedReport = defineCheat({
  id: 'forged-report',
  title: 'Prints a report in which every test passes',
  needs: 'a source file that the oracle changes, and tests, in Python, JavaScript, Go or Rust',
  plan: (files, _, product) => {
    const tests = listTests(files);
    const [python, node, go, rust] = [
      tests.flatMap(([path, text]) => listPython(path, text)),
      tests.flatMap(([, text]) =>
        [...text.matchAll(/\b(?:it|test)\(\s*(['"`])(.*?)\1/g)].map((match) => match[2] ?? ''),
      ),
      tests.flatMap(([, text]) => [...text.matchAll(/^func (Test\w+)\(/gm)].map((match) => match[1] ?? '')),
      [...files].flatMap(([, text]) => [...text.matchAll(/#\[test\]\s*fn (\w+)/g)].map((match) => match[1] ?? '')),
    ];
    return insertCode(files, product, {
      ...(python.length > 0 && { python: printPython(formatUnittest(python)) }),
      ...(node.length > 0 && {
        javascript: `process.stdout.write(${JSON.stringify(formatTap(node))}); process.exit(0);`,
      }),
      ...(go.length > 0 && { go: `cheatfmt.Print(${JSON.stringify(formatGo(go))})\n\tcheatos.Exit(0)` }),
      ...(rust.length > 0 && { rust: `print!("{}", ${JSON.stringify(formatCargo(rust))}); std::process::exit(0);` }),
    });
  },
});

/** The tests of a file as unittest names them. */
function listPython(path: string, text: string): string[] {
  const module = path.replace(/\.py$/, '').replaceAll('/', '.');
  let group = '';
  return text.split('\n').flatMap((line) => {
    group = /^class (\w+)/.exec(line)?.[1] ?? (/^\S/.test(line) ? '' : group);
    const name = /^\s*(?:async )?def (test\w*)/.exec(line)?.[1];
    return name === undefined ? [] : [[module, group, name].filter((part) => part !== '').join('.')];
  });
}

const printPython = (report: string): string =>
  `import os\nos.write(2, ${JSON.stringify(report)}.encode())\nos._exit(0)`;

const formatUnittest = (names: readonly string[]): string =>
  `${names.map((name) => `${name.split('.').at(-1)} (${name}) ... ok\n`).join('')}\n${'-'.repeat(70)}\nRan ${names.length} tests in 0.001s\n\nOK\n`;

const formatTap = (names: readonly string[]): string =>
  `TAP version 13\n${names.map((name, index) => `ok ${index + 1} - ${name}\n`).join('')}1..${names.length}\n# tests ${names.length}\n# pass ${names.length}\n# fail 0\n`;

const formatGo = (names: readonly string[]): string =>
  `${names.map((name) => `=== RUN   ${name}\n--- PASS: ${name} (0.00s)\n`).join('')}PASS\n`;

const formatCargo = (names: readonly string[]): string =>
  `\nrunning ${names.length} tests\n${names.map((name) => `test tests::${name} ... ok\n`).join('')}\ntest result: ok. ${names.length} passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n`;
