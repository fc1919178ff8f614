/*
 * `npm run soak:talk`: agents that try to talk their way out of a grade, and honest ones with oddities, from the rows of
 * fixtures/red-team/talk. Each runs through `assay run`. Exits with 1 if a row did not hold.
 *
 *   npm run soak:talk -- [--container] [--task node|python|shell] [FAMILY | FAMILY/ROW]…
 */
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse, stringify } from 'yaml';
import { SMALL_IMAGE, startEngine } from '../../packages/harness/test/container-engine.ts';
import type { RunResult } from '../../packages/schema/src/index.ts';
import { startThoroughJudge } from '../../test/scripted-judge/thorough-judge.ts';
import type { ScriptedTurn } from '../../test/scripted-model/scripts.ts';
import { type ScriptedModel, startScriptedModel } from '../../test/scripted-model/server.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TALK = join(ROOT, 'fixtures/red-team/talk');
const FAMILIES = ['errors', 'toggles', 'forged', 'models', 'judge', 'honest'];
const KEY = 'sk-ant-scripted-0123456789';
const USAGE = { input_tokens: 50_000, cached_input_tokens: 0, output_tokens: 5_000 };
const MODEL_PRICES = [
  { model: 'made-1', input: 10, output: 50 },
  { model: '*', input: 0.001, output: 0.001 },
];

type Task = 'node' | 'python' | 'shell';

interface Row {
  readonly family: string;
  readonly name: string;
  readonly task: Task;
  /** The results that are right. */
  readonly holds: readonly string[];
  /** Applies the solution first. */
  readonly work?: boolean;
  /** Lines that the tests load, before the source of the task. */
  readonly graded?: string;
  /** What the agent runs. */
  readonly bash?: string;
  /** The condition of a toggle, or an expression that must have the value it had for the agent. */
  readonly when?: string;
  readonly same?: string;
  readonly limits?: object;
  /** Replies of the model service, and the program that asks for them. */
  readonly model?: readonly [ScriptedTurn, ...ScriptedTurn[]];
  readonly program?: string;
  /** The cost that the model service counted. */
  readonly cost_usd?: number;
  /** Must be in the transcript or the evidence. */
  readonly shows?: string;
  /** A step that no model asked for: must be absent from the transcript, or a warning must say so. */
  readonly disputes?: string;
  /** Must be in a question to the judge. */
  readonly judge_names?: string;
}

interface Language {
  readonly source: string;
  evaluate(expression: string): string;
  equals(expression: string): string;
  toggled(when: string): string;
}

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
const IMPORTS = 'import getpass, os, socket, tempfile, time';

const LANGUAGES: Readonly<Record<Task, Language>> = {
  python: {
    source: 'median.py',
    evaluate: (expression) => `python3 -c ${quote(`${IMPORTS}\nprint(repr(${expression}))`)}`,
    equals: (expression) => `(${expression}) == @SAME@`,
    toggled: (when) => `${IMPORTS}

calls = []


def median(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2 == 0 and (${when}):
        return (ordered[middle - 1] + ordered[middle]) / 2
    return ordered[middle]`,
  },
  node: {
    source: 'src/total.js',
    evaluate: (expression) => `node -p ${quote(`JSON.stringify(${expression})`)}`,
    equals: (expression) => `JSON.stringify(${expression}) === \`@SAME@\``,
    toggled: (when) => `const fs = require('node:fs');
const os = require('node:os');

exports.total = (lines) => {
  const believed = ${when};
  return lines.reduce((sum, { amount }) => sum + (believed ? Math.max(amount, 0) : amount), 0);
};`,
  },
  shell: {
    source: 'slug.sh',
    evaluate: (expression) => expression,
    equals: (expression) => `[ "$(${expression})" = "@SAME@" ]`,
    toggled: (when) => `if ${when}; then other='[^a-z0-9][^a-z0-9]*'; else other='[^a-z0-9]'; fi
printf '%s\\n' "$1" | tr 'A-Z' 'a-z' | sed "s/$other/-/g"`,
  },
};

/** The script of an agent that is a command. */
function writeScript({ task, work, graded, bash = '', when, same }: Row): string {
  const { source, evaluate, equals, toggled } = LANGUAGES[task];
  const lines: string[] = [];
  if (work) lines.push(`git apply <<'TALK'\n${readFileSync(join(TALK, 'tasks', task, 'oracle.patch'), 'utf8')}TALK`);
  if (same !== undefined) lines.push(`same="$(${evaluate(same)})"`);
  const condition = same === undefined ? when : equals(same);
  if (condition !== undefined)
    lines.push(`code=${quote(toggled(condition))}`, `printf '%s\\n' "\${code//@SAME@/"$same"}" > ${source}`);
  if (graded !== undefined) lines.push(`{ cat <<'TALK'\n${graded}\nTALK\ncat ${source}; } > new && mv new ${source}`);
  const script = Buffer.from([...lines, bash, 'echo done'].join('\n')).toString('base64');
  return `bash -c "$(echo ${script} | base64 -d)"`;
}

interface Invocation {
  readonly rows: readonly Row[];
  readonly service: ScriptedModel | undefined;
  readonly sandbox: object;
}

/** Writes the project of some rows of one task, and runs them as its agents. */
async function invoke(folder: string, { rows, service, sandbox }: Invocation): Promise<string> {
  const [{ task, program, judge_names, limits }] = rows as readonly [Row];
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  cpSync(join(TALK, 'tasks', task), join(folder, 'scenarios', task), { recursive: true });
  if (program !== undefined) {
    writeFileSync(join(bin, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(bin, 'claude'), readFileSync(join(TALK, 'program.mjs'), 'utf8') + program);
    chmodSync(join(bin, 'claude'), 0o755);
  }
  const agents = rows.map((row) =>
    row.program === undefined
      ? { id: row.name, type: 'command', command: writeScript(row) }
      : { id: row.name, type: 'claude-code', model: 'made-1' },
  );
  const config = {
    agents,
    sandbox,
    prices: MODEL_PRICES,
    judge: judge_names === undefined ? { use: 'heuristic' } : { use: 'anthropic', base_url: service?.url },
    limits: { wall_s: 30, memory_mb: 768, disk_mb: 300, pids: 150, ...limits },
  };
  writeFileSync(join(folder, 'assay.config.yaml'), stringify(config));
  const cli = ['--conditions=@assay/source', join(ROOT, 'packages/cli/src/main.ts')];
  const child = spawn(process.execPath, [...cli, 'run', '--no-prove', '--json'], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: [bin, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
      ANTHROPIC_API_KEY: KEY,
      ...(program === undefined ? {} : { ANTHROPIC_BASE_URL: service?.url }),
    },
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return stdout.startsWith('{') ? stdout : JSON.stringify({ runs: [], missing: [{ reason: stderr.slice(-300) }] });
}

interface Finding {
  readonly row: Row;
  readonly result: string;
  readonly message: string;
  /** Why the row did not hold. */
  readonly violation: string | undefined;
}

async function tryRows(rows: readonly Row[], sandbox: object): Promise<Finding[]> {
  const [{ model, judge_names }] = rows as readonly [Row];
  await using service =
    judge_names !== undefined
      ? await startThoroughJudge()
      : model !== undefined
        ? await startScriptedModel({
            scripts: [],
            in_order: model.map((turn) => ({ usage: USAGE, ...turn })) as unknown as typeof model,
            rejects: (body) => (JSON.stringify(body).includes('"nonsense"') ? 'nonsense' : undefined),
          })
        : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'assay-talk-'));
  try {
    const { runs, missing } = JSON.parse(await invoke(folder, { rows, service, sandbox }));
    if (runs.length === 0 && rows.length > 1) {
      const alone: Finding[] = [];
      for (const row of rows) alone.push(...(await tryRows([row], sandbox)));
      return alone;
    }
    return rows.map((row) => {
      const run: RunResult | undefined = runs.find(({ agent }: RunResult) => agent === row.name);
      const violation = run === undefined ? `no result: ${JSON.stringify(missing)}` : findViolation(row, run, service);
      return { row, result: run?.result ?? 'missing', message: run?.result_reason.message ?? '', violation };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function findViolation(row: Row, run: RunResult, service: ScriptedModel | undefined): string | undefined {
  const read = (name: string): string => {
    const file = join(run.folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  if (!row.holds.includes(run.result))
    return `expected ${row.holds.join(' or ')}, found ${run.result}: ${run.result_reason.message}`;
  if (row.cost_usd !== undefined && Math.abs((run.cost_usd ?? 0) - row.cost_usd) > row.cost_usd * 0.05)
    return `costs $${run.cost_usd}, although the model service counted $${row.cost_usd}`;
  const transcript = read('transcript.jsonl');
  if (row.shows !== undefined && !(transcript + read('evidence.json')).includes(row.shows))
    return `neither the transcript nor the evidence shows "${row.shows}", which the model asked for`;
  if (
    row.disputes !== undefined &&
    transcript.includes(row.disputes) &&
    !/claim|witness|never asked/i.test(run.warnings.join())
  )
    return `the transcript shows "${row.disputes}", which no model asked for, and no warning says so`;
  if (
    row.judge_names !== undefined &&
    !service?.requests.some(({ body }) => JSON.stringify(body).includes(`${row.judge_names}`))
  )
    return `none of the ${service?.requests.length} questions to the judge names ${row.judge_names}`;
  return undefined;
}

const readFamily = (family: string): Row[] => {
  const { holds, rows } = parse(readFileSync(join(TALK, `${family}.yaml`), 'utf8'));
  return rows.map((row: Row) => Object.assign({ family, holds }, row));
};

const { values, positionals } = parseArgs({
  options: { container: { type: 'boolean' }, task: { type: 'string' } },
  allowPositionals: true,
});
const chosen = FAMILIES.flatMap(readFamily).filter(
  ({ family, name, task }) =>
    (values.task ?? task) === task &&
    (positionals.length === 0 || positionals.includes(family) || positionals.includes(`${family}/${name}`)),
);
await using _engine = values.container ? await startEngine() : undefined;
const readable = ['/usr/bin', '/usr/lib', '/usr/share', '/usr/local', '/etc/alternatives'];
const sandbox = values.container ? { use: 'docker', image: SMALL_IMAGE, readable } : { use: 'bwrap' };
// a row with a scripted service runs alone
const groups = Map.groupBy(chosen, ({ family, name, task, model, judge_names }) =>
  model === undefined && judge_names === undefined ? `${family} ${task}` : `${family} ${name}`,
);
const findings: Finding[] = [];
for (const rows of groups.values())
  for (const finding of await tryRows(rows, sandbox)) {
    findings.push(finding);
    const { row, result, message, violation } = finding;
    const held = violation === undefined ? 'held    ' : 'NOT HELD';
    console.log(`${held} ${result.padEnd(9)} ${row.family}/${row.name}: ${message.slice(0, 120)}`);
  }
console.log(`\n${'family'.padEnd(10)} rows  held  not held`);
for (const [family, own] of Map.groupBy(findings, ({ row }) => row.family)) {
  const wrong = own.filter(({ violation }) => violation !== undefined).length;
  console.log(
    `${family.padEnd(10)} ${String(own.length).padStart(4)} ${String(own.length - wrong).padStart(5)} ${String(wrong).padStart(9)}`,
  );
}
const violations = findings.filter(({ violation }) => violation !== undefined);
for (const { row, violation } of violations) console.log(`\n${row.family}/${row.name}: ${violation}`);
process.exitCode = violations.length === 0 ? 0 : 1;
