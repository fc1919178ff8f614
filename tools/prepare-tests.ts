import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isatty } from 'node:tty';
import { findBrowser } from '../test/browser.ts';
import { installAgents } from './install-agents.ts';
import { askPerson, mayInstall } from './may-install.ts';

/** What the tests need and npm cannot install. */
const NEEDED = [
  {
    name: 'Chromium',
    here: () => findBrowser() !== undefined,
    // the first of them that this Debian has
    packages: ['chromium-headless-shell', 'chromium'],
    without: 'the tests of the dashboard and the report in a browser are skipped',
  },
  {
    name: 'bubblewrap',
    here: () => existsSync('/usr/bin/bwrap'),
    packages: ['bubblewrap'],
    without: 'the tests of the sandbox are skipped, and tests that run agents in it fail',
  },
  {
    name: 'a container engine',
    here: () => existsSync('/usr/sbin/dockerd') && existsSync('/usr/bin/docker-init'),
    packages: ['docker.io'],
    without: 'the tests of containers are skipped',
  },
  {
    name: 'pgbouncer',
    here: () => existsSync('/usr/sbin/pgbouncer'),
    packages: ['pgbouncer'],
    without: 'the tests of a database behind a pooler are skipped',
  },
  ...(
    [
      ['RSpec', '/usr/bin/rspec', 'ruby-rspec'],
      ['PHPUnit', '/usr/bin/phpunit', 'phpunit'],
      ['tox', '/usr/bin/tox', 'tox'],
      ['nox', '/usr/bin/nox', 'nox'],
      ['nose2', '/usr/bin/nose2-3', 'python3-nose2'],
    ] as const
  ).map(([name, program, debian]) => ({
    name,
    here: () => existsSync(program),
    packages: [debian],
    without: `the tests of its reports are skipped`,
  })),
];

const findMissing = () => NEEDED.filter(({ here }) => !here());

if (findMissing().length > 0 && canInstall() && (await mayInstall(names(), createAsked()))) install();
if (findMissing().length > 0) explain();
installAgents();

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

function names(): string[] {
  return findMissing().map(({ name }) => name);
}

function createAsked() {
  return { ci: process.env['CI'], args: process.argv.slice(2), ask: isatty(0) ? askPerson : null };
}

function install(): void {
  console.log(`Installing ${names().join(' and ')} with apt-get for the tests`);
  const quiet = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  spawnSync('apt-get', ['update', '-qq'], quiet);
  for (const { here, packages } of findMissing())
    for (const wanted of packages)
      if (!here()) spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', wanted], quiet);
}

function explain(): void {
  for (const { name, without } of findMissing()) console.log(`${name} is not installed: ${without}.`);
  const packages = findMissing().map(({ packages: [first] }) => first);
  console.log('Let the tests install it with `node tools/prepare-tests.ts --yes` as root, or run:');
  console.log(`  sudo apt-get install --no-install-recommends ${packages.join(' ')}`);
}
