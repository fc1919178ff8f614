/** Starts a program once per input, each time in an empty folder. */
export const PROGRAM = `
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
const [program, ...first] = JSON.parse(process.argv.at(-1)).map((part) => (part.startsWith('./') ? resolve(part) : part));
const list = (folder, at = '') =>
  readdirSync(join(folder, at), { withFileTypes: true }).flatMap((entry) => {
    const path = at === '' ? entry.name : at + '/' + entry.name;
    if (entry.isDirectory()) return list(folder, path);
    return [[path, entry.isFile() ? readFileSync(join(folder, path), 'utf8') : null]];
  });
for await (const line of createInterface({ input: process.stdin })) {
  const { args = [], stdin = '', files = {} } = JSON.parse(line);
  const cwd = mkdtempSync(join(tmpdir(), 'work-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), content);
  }
  const { status, stdout } = spawnSync(program, [...first, ...args], { cwd, input: stdin, encoding: 'utf8', timeout: 60_000 });
  console.log(JSON.stringify({ exit_code: status, stdout, files: Object.fromEntries(list(cwd)) }));
  rmSync(cwd, { recursive: true, force: true });
}
`;
