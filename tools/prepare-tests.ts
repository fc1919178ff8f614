import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installAgents } from './install-agents.ts';

// What the tests need and npm cannot bring is installed from Debian's packages where that is allowed; else it is said
// which tests are skipped and how to enable them.
const NEEDED = [
  { name: 'Chromium', path: '/usr/bin/chromium', package: 'chromium', tests: 'the report in a real browser' },
  { name: 'bubblewrap', path: '/usr/bin/bwrap', package: 'bubblewrap', tests: 'the sandbox' },
];

const missing = NEEDED.filter(({ path }) => !existsSync(path));
const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

for (const { name, path, package: wanted, tests } of missing) {
  if (mayInstall) {
    console.log(`Installing ${name} for the tests of ${tests}`);
    const quiet = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    spawnSync('apt-get', ['update', '-qq'], quiet);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', wanted], quiet);
  }
  if (!existsSync(path))
    console.log(
      `Skipping the tests of ${tests}: ${name} is not at ${path}. Enable them with: apt-get install ${wanted}`,
    );
}

installAgents();
