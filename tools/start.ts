import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

// `npm start`: serves the dashboard, shows that a cheat is caught, runs the example scenarios with built-in agents in
// the sandbox, and keeps serving. `--no-serve` exits after the report.
const { values } = parseArgs({ options: { 'no-serve': { type: 'boolean' }, port: { type: 'string' } } });

const resolvePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const folder = resolvePath('../examples/');
const report = `${folder}.assay/report.html`;
// it makes every test pass, and Assay reports the line it changed
const CHEAT = { scenario: 'reject-negative-amounts', agent: 'cheat:weaken-assertions' };
mkdirSync(`${folder}.assay`, { recursive: true });
// the child processes receive the interrupt too; this process ends after them
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => server?.kill('SIGTERM'));

const server = values['no-serve'] ? undefined : await serve();
const caught = await runCheat();
const ran = caught === 0 ? await runExamples() : caught;
console.log(`
The first run was the cheat: its tests pass, but the run does not. The file and line it changed are listed below its row
above${server === undefined ? '' : ' and on its page in the dashboard'}.
\`nop\` must fail: a scenario that passes without any work measures nothing.

Next, in any folder:
  npm install --global ${JSON.stringify(resolvePath('../packages/cli'))}   put \`assay\` on your PATH
  assay grade   what your own agent sessions did, and what it cost
  assay init    a first scenario for your own repository`);
if (server === undefined || server.exitCode !== null) process.exitCode = ran;
else {
  console.log('\nThe dashboard is still running. Press Ctrl-C to stop it.');
  const [status] = (await once(server, 'close')) as [number | null];
  process.exitCode = status ?? 0;
}

/** Starts the server and waits until it prints its address, so that it comes before the output of the runs. */
async function serve(): Promise<ChildProcess> {
  const port = values.port === undefined ? [] : ['--port', values.port];
  const child = spawn(
    process.execPath,
    [resolvePath('../packages/cli/bin/assay.js'), 'serve', '--log-format', 'text', ...port],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => console.log(line));
  await Promise.race([once(lines, 'line'), once(child, 'close')]);
  // it failed to start and printed why
  if (child.exitCode !== null) process.exit(child.exitCode);
  return child;
}

function runCheat(): Promise<number> {
  const { scenario, agent } = CHEAT;
  console.log(`\nFirst a cheat: \`${agent}\` on ${scenario}. It weakens the assertions of the tests instead of doing
the work. The first run of a scenario also proves it, with a catalog of cheats.\n`);
  return run([scenario, '--agent', agent]);
}

function runExamples(): Promise<number> {
  console.log(`\nNow all scenarios in ${folder} with two built-in agents: \`oracle\`, which applies the known solution, and
\`nop\`, which does nothing.\n`);
  return run(['--html', report]);
}

async function run(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [resolvePath('../packages/cli/bin/assay.js'), 'run', ...args], {
    cwd: folder,
    stdio: 'inherit',
  });
  const [status] = (await once(child, 'close')) as [number | null];
  // 1: a run failed, as expected here
  return status === 1 ? 0 : (status ?? 3);
}
