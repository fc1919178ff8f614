import type { ScorerConfig } from '@assay/schema';
import { quote } from '../../../machine/processes/quote.ts';

/* Programs that load the code under test and answer for it. They know the inputs and nothing of what is expected. */

type Ask = ScorerConfig<'answers'>['ask'];

// answers use a separate descriptor: what the code prints is no answer
const PYTHON = `
import importlib, json, os, sys
out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
module, path = sys.argv.pop(1).split(":")
sys.path.insert(0, os.getcwd())
function = importlib.import_module(module)
for name in path.split("."):
    function = getattr(function, name)
def plain(value):
    return sorted(value) if isinstance(value, (set, frozenset)) else list(value) if hasattr(value, "__iter__") else str(value)
for line in sys.stdin:
    args = json.loads(line)
    try:
        answer = {"value": function(*args), "args": args}
    except Exception as error:
        answer = {"error": type(error).__name__, "message": str(error), "args": args}
    out.write(json.dumps(answer, default=plain) + "\\n")
    out.flush()
`;

const NODE = `
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
const out = process.stdout.write.bind(process.stdout);
for (const name of ['log', 'info', 'debug', 'dir', 'table']) console[name] = console.error;
const [file, path] = process.argv.splice(-1, 1)[0].split('#');
const found = await import(pathToFileURL(file).href);
const root = path.split('.')[0] in found ? found : { ...found.default, default: found.default };
const called = path.split('.').reduce((at, name) => at?.[name], root);
for await (const line of createInterface({ input: process.stdin })) {
  const args = JSON.parse(line);
  let answer;
  try {
    answer = { value: await called(...args), args };
  } catch (error) {
    answer = { error: error?.name ?? typeof error, message: String(error?.message ?? error), args };
  }
  out(JSON.stringify(answer, (_, value) => (value instanceof Set ? [...value] : value instanceof Map ? [...value] : typeof value === 'bigint' ? String(value) : value)) + '\\n');
}
`;

const PROGRAM = `
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

/** The command that asks, for a shell. */
export function formatAsk(ask: Ask): string {
  if (typeof ask === 'string') return ask;
  if ('python' in ask) return `exec python3 -c ${quote(PYTHON)} ${quote(ask.python)}`;
  if ('node' in ask) return `exec node --input-type=module -e ${quote(NODE)} ${quote(ask.node)}`;
  return `exec node --input-type=module -e ${quote(PROGRAM)} -- ${quote(JSON.stringify(ask.program))}`;
}

/** The same in a process that looks like that of another program; undefined for a command, which starts its own. */
export function formatAskAgain(ask: Ask): string | undefined {
  if (typeof ask === 'string') return undefined;
  if ('python' in ask) return formatScript('python3', { name: 'service.py', text: PYTHON, asked: ask.python });
  if ('node' in ask) return formatScript('node', { name: 'service.mjs', text: NODE, asked: ask.node });
  return formatScript('node', { name: 'service.mjs', text: PROGRAM, asked: JSON.stringify(ask.program) });
}

interface Script {
  readonly name: string;
  readonly text: string;
  readonly asked: string;
}

const formatScript = (interpreter: string, { name, text, asked }: Script): string =>
  `folder=$(mktemp -d) && printf %s ${quote(text)} > "$folder/${name}" && exec ${interpreter} "$folder/${name}" ${quote(asked)}`;
