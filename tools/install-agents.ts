import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENT_VERSIONS, AGENTS_FOLDER, AGENTS_STAMP, areAgentsInstalled } from '../test/agents-folder.ts';

// four large packages take minutes from a slow registry, but a dead registry must not stall the tests
const INSTALL_LIMIT_MS = 10 * 60_000;

if (import.meta.main) installAgents();

/**
 * Installs the real agent CLIs for the tests. They are large and not a dependency of Assay, so a failure only skips
 * tests.
 */
export function installAgents(): void {
  if (areAgentsInstalled()) return;
  const names = Object.entries(AGENT_VERSIONS).map((pair) => pair.join('@'));
  console.log(`Installing ${names.join(', ')} for the tests with real agents`);
  mkdirSync(AGENTS_FOLDER, { recursive: true });
  rmSync(AGENTS_STAMP, { force: true });
  writeFileSync(join(AGENTS_FOLDER, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  const { status } = spawnSync('npm', ['install', '--prefix', AGENTS_FOLDER, '--no-audit', '--no-fund'], {
    cwd: AGENTS_FOLDER,
    stdio: 'inherit',
    timeout: INSTALL_LIMIT_MS,
  });
  if (status === 0) writeFileSync(AGENTS_STAMP, JSON.stringify(AGENT_VERSIONS));
  else
    console.log(
      `Skipping the tests with real agents: ${names.join(', ')} could not be installed into ${AGENTS_FOLDER}. ` +
        'Enable them with: node tools/install-agents.ts',
    );
}

function manifest(): object {
  return {
    name: 'assay-test-agents',
    private: true,
    dependencies: AGENT_VERSIONS,
    // only these need their scripts, which install the program for this platform
    allowScripts: {
      '@anthropic-ai/claude-code': true,
      'opencode-ai': true,
      '@github/keytar': false,
      'node-pty': false,
    },
  };
}
