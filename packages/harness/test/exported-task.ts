import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';

/* A scenario with hidden tests, protected files and a patch as its solution, as `assay mine` makes them. */

const FILES: Readonly<Record<string, string>> = {
  'seed/price.sh': 'echo $(($1 + $1))\n',
  'seed/old name.txt': 'to be removed\n',
  'seed/tests/run.sh': '[ "$(sh price.sh 1)" = 2 ]\n',
  'seed/tests/helper.sh': 'true\n',
  'seed/pytest.ini': '[pytest]\n',
  'hidden/tests/run.sh': '[ "$(sh price.sh 1)" = 3 ] && [ "$(sh price.sh 2)" = 6 ] && [ ! -e "old name.txt" ]\n',
  'hidden/tests/new/data.txt': 'data\n',
  'hidden/bin/pytest': '[ "$(sh price.sh 1)" = 3 ] && echo "PASSED triples [a b]"; echo "PASSED other"; exit 1\n',
  'oracle.patch': `--- a/price.sh
+++ b/price.sh
@@ -1 +1 @@
-echo $(($1 + $1))
+echo $(($1 * 3))
--- a/old name.txt
+++ /dev/null
@@ -1 +0,0 @@
-to be removed
`,
};

const COMMAND = `. tests/helper.sh && sh tests/run.sh && [ -f made/by-setup.txt ] &&
[ ! -e conftest.py ] && grep -qxF "[pytest]" pytest.ini`;

const SCENARIO = {
  name: 'price',
  user_instruction: 'Triple the price.\n',
  workspace_seed: { copy: './seed' },
  hidden: { files: './hidden' },
  setup: 'mkdir -p made\necho 1 >made/by-setup.txt',
  scorers: [
    { name: 'tests', type: 'command', command: COMMAND },
    { name: 'fail_to_pass', type: 'fail_to_pass', required: true, command: 'tests', tests: ['triples'] },
    {
      name: "it's untouched",
      type: 'tests_unmodified',
      paths: ['tests/helper.sh'],
      dirs: ['tests'],
      ignore_new_files: true,
    },
    { name: 'reward', type: 'file_exists', path: 'price.sh' },
    { name: 'no fewer tests', type: 'test_count_floor', required: true },
  ],
  limits: { wall_s: 120, memory_mb: 512, cpus: 2, disk_mb: 1024, network: ['example.com'] },
  mcp_servers: { docs: { url: 'http://127.0.0.1:1/mcp' }, files: { command: 'server', args: ['--all'] } },
  integrity: 'gate',
  oracle: './oracle.patch',
};

/** Writes the scenario, with fields replaced; undefined leaves one out. */
export function writePriceScenario(folder: string, fields: Readonly<Record<string, unknown>> = {}): void {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync('run.sh', join(folder, 'seed/tests/link.sh'));
  writeFileSync(join(folder, 'scenario.yaml'), stringify({ ...SCENARIO, ...fields }, { keepUndefined: false }));
}
