import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findBrowser } from '../test/browser.ts';
import { installAgents } from './install-agents.ts';

// Installs what the tests need and npm does not provide, from Debian packages. Without the rights to do so, prints
// which tests are skipped and how to enable them.
const NEEDED = [
  {
    name: 'Chromium',
    here: () => findBrowser() !== undefined,
    packages: ['chromium-headless-shell', 'chromium'],
    tests: 'the dashboard and the report in a real browser',
  },
  { name: 'bubblewrap', here: () => existsSync('/usr/bin/bwrap'), packages: ['bubblewrap'], tests: 'the sandbox' },
];

const missing = NEEDED.filter(({ here }) => !here());
const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

for (const { name, here, packages, tests } of missing) {
  if (mayInstall) {
    console.log(`Installing ${name} for the tests of ${tests}`);
    const quiet = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    spawnSync('apt-get', ['update', '-qq'], quiet);
    // the first package that this Debian has
    for (const wanted of packages)
      if (!here()) spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', wanted], quiet);
  }
  if (!here())
    console.log(
      `Skipping the tests of ${tests}: ${name} is not installed. Enable them with: apt-get install ${packages[0]}`,
    );
}

installAgents();
