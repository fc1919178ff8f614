import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

// What `npm start` does: the bundled scenarios with built-in agents, in the sandbox, graded, with a report.
// `--no-serve` is what there is today: nothing is served yet.
parseArgs({ options: { 'no-serve': { type: 'boolean' } } });

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const folder = pathOf('../examples/');
const report = `${folder}.assay/report.html`;
mkdirSync(`${folder}.assay`, { recursive: true });

console.log(`Running the scenarios in ${folder} with two built-in agents: \`oracle\`, which knows the solution, and \`nop\`, which does
nothing. On the first run each scenario is tried on itself with a catalog of cheats.\n`);
const { status } = spawnSync(process.execPath, [pathOf('../packages/cli/bin/assay.js'), 'run', '--html', report], {
  cwd: folder,
  stdio: 'inherit',
});
console.log(`
That \`nop\` fails is the point: a scenario that doing nothing passes would measure nothing.
Your own repository:  npx assay init
Your own sessions:    npx assay grade`);
// 1 says that some run failed, as it must
process.exitCode = status === 1 ? 0 : (status ?? 3);
