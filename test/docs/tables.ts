import { FRESH_CONFIG } from './files.ts';
import type { Names } from './project.ts';

/** Commands that the test does not run, with the reason. Their commands and options are checked against --help. */
export const ONLY_CHECKED: Readonly<Record<string, string>> = {
  'npm install && npm start': 'installs packages; test/start.slow.test.ts runs npm start',
  'npm install && npm test': 'runs the tests',
  'npm install && npm run test:all': 'runs this test',
  'node tools/release.ts 0.2.0': 'changes this repository; tools/release/release-command.test.ts runs it on a copy',
  'npm install': 'installs this checkout',
  'npm install --global ./packages/cli': 'changes the machine; test/packed-install.slow.test.ts installs a link',
  'npm install FOLDER/assay-0.1.0.tgz FOLDER/assay-web-0.1.0.tgz':
    'test/packed-install.slow.test.ts installs the packages',
  'npm install --omit=optional FOLDER/assay-0.1.0.tgz FOLDER/assay-web-0.1.0.tgz':
    'test/packed-install.slow.test.ts installs the packages',
  'npx --no-install assay check': 'test/packed-install.slow.test.ts runs the installed command',
  'git clone --quiet https://gitlab.example.com/OWNER/assay.git /opt/assay': 'an example address',
  'git -C /opt/assay checkout --quiet COMMIT': 'an example commit',
  '/opt/assay/examples/workflows/check.sh --format junit > assay.xml':
    'test/ci.slow.test.ts runs it, against hostile changes too',
  'claude mcp add assay -- assay mcp': 'needs Claude Code; test/mcp.test.ts connects to the server',
  'claude plugin marketplace add ./plugins/assay':
    'needs Claude Code; test/hook-agents.slow.test.ts installs the plugin',
  'claude plugin install assay@assay': 'needs Claude Code; test/hook-agents.slow.test.ts installs the plugin',
  'assay grade session.jsonl --judge claude-cli': 'needs Claude Code; test/judge-claude-cli.test.ts asks it',
  'assay grade --watch': 'runs until it is stopped; packages/cli/src/watch-sessions.test.ts watches',
  "assay check --run --test 'npm test -- {files}' --setup 'npm run build'":
    'the project has no build; test/check-run.slow.test.ts runs changes',
  'assay verify record.json --key keys.json --base main --head HEAD':
    'an example of another machine; test/change-record.slow.test.ts verifies records',
  'npm run soak:pairs': 'measures for minutes; test/pairs.test.ts checks the figures',
  'npm run soak:pairs -- --half held-out': 'measures for minutes',
  'npm run soak:pairs -- --set third': 'measures for minutes',
  'npm run soak:pairs -- --through': 'measures for minutes',
  'git clone https://github.com/you/your-project': 'an example address',
  'cd your-project': 'an example folder',
  'assay env build scenarios/mined': 'needs mined tasks; test/environments.slow.test.ts builds',
  'assay mine --limit 20': 'proves tasks for minutes; test/mine.slow.test.ts mines',
  'assay mine --budget 10m': 'proves tasks for minutes; test/mine.slow.test.ts mines',
  'assay mine --since 2026-01-01': 'proves tasks for minutes; test/mine.slow.test.ts mines',
  'assay mine --format harbor': 'proves tasks for minutes; test/mine.slow.test.ts mines',
  'assay mine --session FILE': 'needs a session; packages/harness/src/workflows/mine/session.test.ts reads some',
  'assay compare ./scenarios/mined --agent claude-code --against codex --repeat 3':
    'needs mined tasks; test/mine.slow.test.ts compares agents on one',
  'assay compete ./scenarios/mined/TASK --agent claude-code,codex --repeat 3':
    'needs mined tasks; test/mine.slow.test.ts lets agents compete on one',
  'assay compare --agent claude-code --against codex': 'test/mine.slow.test.ts compares two agents',
  'assay import ./terminal-bench --out scenarios/imported':
    'needs the tasks; packages/harness/src/scenarios/formats imports some',
  'assay import jobs/2026-01-01__12-00-00':
    'needs a job; packages/harness/src/workflows/harbor-jobs/import-job.test.ts imports some',
  'assay compare 2026-01-01__12-00-00 2026-01-02__12-00-00': 'needs imported jobs',
  'assay prove ./terminal-bench':
    'needs a container engine; packages/harness/src/run/container-tasks.slow.test.ts has one',
  'assay run ./terminal-bench --agent claude-code,codex --repeat 5': 'needs a container engine and agents',
  'assay serve': 'runs until it is stopped; test/serve.test.ts starts it',
  'assay serve --processes auto': 'runs until it is stopped; test/serve-processes.slow.test.ts starts it',
  'ASSAY_SCORES_FILE=scores.jsonl assay run': 'test/score-sinks.test.ts runs it',
  'ASSAY_SCORES_FILE=scores.jsonl assay serve': 'runs until it is stopped; test/serve.test.ts starts it',
  'assay worker': 'runs until it is stopped; test/workers.slow.test.ts starts it',
  'assay blobs move --to fs:/srv/assay/blobs': 'moves what other pages read; test/backup.slow.test.ts moves',
  'assay restore assay.backup --database-url "$NEW_DATABASE_URL"':
    'needs another database; test/backup.slow.test.ts restores',
  'assay restore assay.backup --root restored': 'needs another database; test/backup.slow.test.ts restores',
  'assay worker --concurrency 4 --database-url "$DATABASE_URL"':
    'runs until it is stopped; test/workers.slow.test.ts starts it',
  'npm install --no-save @kubernetes/client-node@2.0.1': 'installs from the registry',
  'kubectl create secret generic assay --namespace evals --from-literal=DATABASE_URL="$DATABASE_URL" --from-literal=ANTHROPIC_API_KEY="$ANTHROPIC_API_KEY"':
    'needs a cluster',
  'assay worker --kubernetes --namespace evals --image registry.example/assay:1 --secret assay --concurrency 20':
    'needs a cluster; packages/server/src/kubernetes/worker.test.ts has a server that speaks its API',
  'npm run image': 'needs Docker; test/image.slow.test.ts builds the images',
  'export ASSAY_DATABASE_PASSWORD=$(openssl rand -hex 16)': 'for the next command',
  'docker compose --file deploy/compose.yaml up --detach':
    'needs Docker Compose; test/image.slow.test.ts starts the services',
  'docker compose --file deploy/compose.yaml logs server': 'needs Docker Compose',
  'kubectl create secret generic assay --from-literal=DATABASE_URL="$DATABASE_URL"': 'needs a cluster',
  'kubectl apply --filename deploy/kubernetes': 'needs a cluster; test/deploy.test.ts reads the manifests',
  'npm pack --workspaces --pack-destination /tmp/assay': 'packs; test/packed-install.slow.test.ts does',
  'npm install --global /tmp/assay/assay-0.1.0.tgz /tmp/assay/assay-web-0.1.0.tgz': 'changes the machine',
  'install -m 644 deploy/assay.service /etc/systemd/system/': 'changes the machine',
  'systemctl enable --now assay': 'needs systemd; test/deploy.test.ts verifies the unit',
  'journalctl --unit assay': 'needs systemd',
  'assay serve --trust-proxy 127.0.0.1':
    'runs until it is stopped; packages/server/src/http/client-address.test.ts has proxies',
  'assay compete fix-add --agent claude-code,codex --repeat 5 --yes':
    'pushes to GitHub; test/compete.slow.test.ts does, to a scripted GitHub',
  'assay promote --baseline main --from .assay/comparisons/cmp_….json --yes':
    'pushes to GitHub; test/promote.slow.test.ts does, to a scripted GitHub',
};

interface ExpectedExit {
  readonly code: number;
  readonly why: string;
}

/** Commands that do not exit with 0, by the words on the page. */
export const EXPECTED_EXITS: Readonly<Record<string, ExpectedExit>> = {
  'assay mine --dry-run': { code: 1, why: 'the project has no commit with tests' },
  'assay mine --plan': { code: 1, why: 'the project has no commit with tests' },
  'assay run --agent oracle,nop,cheat:delete-tests': { code: 1, why: 'doing nothing and cheating fail' },
  'assay run roman-numerals --agent cheat:delete-tests': { code: 1, why: 'the cheat is caught' },
  'assay check --explain test_total': { code: 2, why: 'the project has no such test' },
  "assay evaluate --local --output 'rm -rf /' --agent-id x": { code: 1, why: 'the filesystem check fails' },
};

/** Whether a command may also exit with 1: how runs of a second compare depends on what else the machine does. */
export const mayRegress = (command: string): boolean => command.startsWith('assay compare ');

/** What a reader does between two commands: by the command it follows. */
export const BY_HAND: Readonly<Record<string, string>> = {
  'assay judge label nightly > labels.yaml': "sed -i 's/verdict:.*/verdict: PASS/' labels.yaml",
  'assay reputation bidder-prod --attestation proof.json':
    'curl "$ASSAY_URL/v1/evaluations?agent_id=bidder-prod&limit=200" -H "Authorization: Bearer $ASSAY_API_KEY" | ' +
    'node -p "JSON.stringify(JSON.parse(fs.readFileSync(0)).items.reverse())" > window.json',
  'assay reputation my-bot': 'assay reputation my-bot --attestation attestation.json',
  'assay init': `cat > assay.config.yaml << 'END'\n${FRESH_CONFIG}END`,
};

/** Puts the prepared names where a page shows an example. */
export function fillIn(command: string, names: Names): string {
  return (
    command
      .replaceAll(/run_01\w+…?/g, names.run)
      .replaceAll(/cmp_(?:01\w+)?…/g, names.comparison)
      .replaceAll(/key_01\w+/g, names.key)
      .replaceAll('.assay/runs/RUN', `.assay/runs/${names.run}`)
      .replaceAll('TREE_BEFORE', names.tree_before)
      .replaceAll(/TREE_AFTER|\bTREE\b/g, names.tree_after)
      .replaceAll(/\bKID\b/g, names.kid)
      .replaceAll('https://assay.example.com', names.url)
      .replaceAll('https://example.com/mcp', `${names.url}/mcp`)
      .replaceAll('Bearer …', 'Bearer secret')
      // labels of stored runs have the same names
      .replaceAll('--from before/ --to after/', '--from changed/before/ --to changed/after/')
      .replaceAll('corpus/', 'fixtures/corpus/go.yaml')
  );
}
