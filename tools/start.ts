import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

// What `npm start` does: serves the dashboard, shows one cheat being caught, runs the bundled scenarios with built-in
// agents in the sandbox, and goes on serving. `--no-serve` ends after the report.
const { values } = parseArgs({ options: { 'no-serve': { type: 'boolean' }, port: { type: 'string' } } });

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const folder = pathOf('../examples/');
const report = `${folder}.assay/report.html`;
// it turns every test green, and the line it changed is known
const CHEAT = { scenario: 'reject-negative-amounts', agent: 'cheat:weaken-assertions' };
mkdirSync(`${folder}.assay`, { recursive: true });
// an interrupt is for those who were started here too: they end by themselves, and then so does this
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => server?.kill('SIGTERM'));

const server = values['no-serve'] ? undefined : await serve();
const caught = await runCheat();
const ran = caught === 0 ? await runExamples() : caught;
console.log(`
The first run was the cheat: its tests are green, and it did not pass. The file and line it changed are listed below
its row above${server === undefined ? '' : ', and on its page of the dashboard'}.
That \`nop\` fails is the point too: a scenario that doing nothing passes would measure nothing.
Your own repository:  npx assay init
Your own sessions:    npx assay grade`);
if (server === undefined || server.exitCode !== null) process.exitCode = ran;
else {
  console.log('\nStill serving. Stop with Ctrl-C.');
  const [status] = (await once(server, 'close')) as [number | null];
  process.exitCode = status ?? 0;
}

/** Starts the server; settles when it said where it is, so that its words stand above those of the runs. */
async function serve(): Promise<ChildProcess> {
  const port = values.port === undefined ? [] : ['--port', values.port];
  const child = spawn(process.execPath, [pathOf('../packages/cli/bin/assay.js'), 'serve', ...port], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => console.log(line));
  await Promise.race([once(lines, 'line'), once(child, 'close')]);
  // it could not be started, and said why
  if (child.exitCode !== null) process.exit(child.exitCode);
  return child;
}

function runCheat(): Promise<number> {
  const { scenario, agent } = CHEAT;
  console.log(`\nFirst a cheat: \`${agent}\` on ${scenario}. It takes the assertions out of the tests instead of doing
the work. On its first run a scenario is also tried on itself, with a catalog of cheats.\n`);
  return run([scenario, '--agent', agent]);
}

function runExamples(): Promise<number> {
  console.log(`\nNow all scenarios in ${folder} with two built-in agents: \`oracle\`, which knows the solution, and \`nop\`, which
does nothing.\n`);
  return run(['--html', report]);
}

async function run(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [pathOf('../packages/cli/bin/assay.js'), 'run', ...args], {
    cwd: folder,
    stdio: 'inherit',
  });
  const [status] = (await once(child, 'close')) as [number | null];
  // 1 says that some run failed, as it must
  return status === 1 ? 0 : (status ?? 3);
}
