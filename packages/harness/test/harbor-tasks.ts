import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SMALL_IMAGE } from './container-engine.ts';

/* Harbor tasks that cover the fields of the format. */

/** Files of a task by path. */
type Files = Readonly<Record<string, string>>;

interface Parts {
  readonly toml: string;
  readonly instruction?: string;
  readonly dockerfile?: string;
  /** A shell condition that holds if the task is solved. */
  readonly holds?: string;
  readonly solve?: string;
  readonly more?: Files;
}

const HEAD = 'schema_version = "1.4"\n';
const reward = (condition: string): string =>
  `if ${condition}; then echo 1; else echo 0; fi >/logs/verifier/reward.txt\n`;

const task = ({
  toml,
  instruction = 'Solve it.',
  dockerfile = 'WORKDIR /app',
  holds,
  solve,
  more = {},
}: Parts): Files => ({
  'task.toml': `${HEAD}${toml}`,
  ...(instruction === '' ? {} : { 'instruction.md': instruction }),
  ...(dockerfile === '' ? {} : { 'environment/Dockerfile': `FROM ${SMALL_IMAGE}\n${dockerfile}\n` }),
  ...(holds === undefined ? {} : { 'tests/test.sh': reward(holds) }),
  ...(solve === undefined ? {} : { 'solution/solve.sh': `${solve}\n` }),
  ...more,
});

const SETTINGS = '[environment]\nnetwork_mode = "no-network"\n';
const answered = 'grep -qx yes answer.txt';
const answer = 'echo yes >answer.txt';

export const HARBOR_TASKS: Readonly<Record<string, Files>> = {
  plain: task({ toml: `[agent]\ntimeout_sec = 60.0\n${SETTINGS}`, holds: answered, solve: answer }),
  'named-rewards': task({
    toml: SETTINGS,
    solve: `${answer}; echo b >b.txt`,
    more: {
      'tests/test.sh': `a=0; b=0; ${answered} && a=1; [ -f b.txt ] && b=1
echo "{\\"answer\\": $a, \\"file\\": $b}" >/logs/verifier/reward.json\n`,
    },
  }),
  'main-reward': task({
    toml: SETTINGS,
    solve: answer,
    more: {
      'tests/test.sh': `a=0.25; ${answered} && a=1
echo "{\\"reward\\": $a, \\"style\\": 0.5}" >/logs/verifier/reward.json\n`,
    },
  }),
  'both-files': task({
    toml: SETTINGS,
    solve: answer,
    more: {
      'tests/test.sh': `a=0; ${answered} && a=1; echo $a >/logs/verifier/reward.txt
echo "{\\"reward\\": $a.0}" >/logs/verifier/reward.json\n`,
    },
  }),
  ctrf: task({
    toml: SETTINGS,
    solve: answer,
    more: {
      'tests/test.sh': `status=failed; ${answered} && status=passed; [ $status = passed ] && r=1 || r=0
echo $r >/logs/verifier/reward.txt
cat >/logs/verifier/ctrf.json <<END
{"results": {"tool": {"name": "own"}, "summary": {"tests": 1, "passed": $r, "failed": $((1 - r)), "pending": 0, "skipped": 0, "other": 0, "start": 0, "stop": 1},
"tests": [{"name": "answers", "status": "$status", "duration": 1}]}}
END\n`,
    },
  }),
  'system-change': task({
    toml: SETTINGS,
    instruction: 'Put "welcome" into /etc/motd.',
    holds: 'grep -qx welcome /etc/motd',
    solve: 'echo welcome >/etc/motd',
  }),
  'agent-user': task({
    toml: `[agent]\nuser = "worker"\n[verifier]\nuser = "root"\n${SETTINGS}`,
    holds: '[ "$(cat answer.txt)" = worker ] && [ "$(whoami)" = root ]',
    solve: 'whoami >answer.txt',
  }),
  'verifier-user': task({
    toml: `[verifier]\nuser = 1234\n${SETTINGS}`,
    holds: `${answered} && [ "$(id -u)" = 1234 ]`,
    solve: answer,
  }),
  'verifier-env': task({
    toml: `[verifier]\ntimeout_sec = 30.0\n[verifier.env]\nEXPECTED = "yes"\n${SETTINGS}`,
    holds: '[ "$(cat answer.txt)" = "$EXPECTED" ]',
    solve: answer,
  }),
  'environment-env': task({
    toml: `${SETTINGS}[environment.env]\nMODE = "strict"\n`,
    holds: '[ "$(cat answer.txt)" = "$MODE" ] && [ "$MODE" = strict ]',
    solve: 'echo "$MODE" >answer.txt',
  }),
  'solution-env': task({
    toml: `${SETTINGS}[solution.env]\nANSWER = "yes"\n`,
    holds: answered,
    solve: 'echo "$ANSWER" >answer.txt',
  }),
  'docker-image': task({
    toml: `${SETTINGS}docker_image = "${SMALL_IMAGE}"\nworkdir = "/work"\n`,
    dockerfile: '',
    holds: `[ "$PWD" = /work ] && ${answered}`,
    solve: answer,
  }),
  'files-of-the-image': task({
    toml: SETTINGS,
    instruction: 'Replace every "hue" in text.txt with "color".',
    dockerfile: 'WORKDIR /srv/project\nCOPY text.txt ./\nRUN echo kept >other.txt',
    holds: '! grep -q hue text.txt && grep -q color text.txt && grep -qx kept other.txt',
    solve: 'sed -i s/hue/color/ text.txt',
    more: { 'environment/text.txt': 'the hue of it\n' },
  }),
  'older-names': {
    ...task({ toml: '', holds: answered, solve: answer }),
    'task.toml':
      'version = "1.0"\n[environment]\nmemory = "0.25G"\nstorage = "64M"\nallow_internet = false\ncpus = 1\nbuild_timeout_sec = 120.0\n',
  },
  limits: task({
    toml: `${SETTINGS}cpus = 1\nmemory_mb = 128\nstorage_mb = 32\ngpus = 0\nos = "linux"\n`,
    holds: answered,
    solve: answer,
  }),
  allowlist: task({
    toml: '[environment]\nnetwork_mode = "allowlist"\nallowed_hosts = ["packages.example"]\n',
    holds: answered,
    solve: `[ "$(ls /sys/class/net)" = lo ] && ${answer}`,
  }),
  'separate-verifier': task({
    toml: `artifacts = ["/app/answer.txt"]\n[verifier]\nenvironment_mode = "separate"\n${SETTINGS}`,
    holds: `${answered} && [ ! -e scratch.txt ] && [ ! -e /etc/agent ]`,
    solve: `${answer}; echo x >scratch.txt; echo x >/etc/agent`,
  }),
  'verifier-image': task({
    toml: `artifacts = ["/srv/answer"]\n[verifier]\nenvironment_mode = "separate"\n${SETTINGS}`,
    holds: 'grep -qx yes /srv/answer && [ -f /verifier ]',
    solve: 'mkdir -p /srv && echo yes >/srv/answer',
    more: { 'tests/Dockerfile': `FROM ${SMALL_IMAGE}\nWORKDIR /app\nRUN echo 1 >/verifier\n` },
  }),
  steps: {
    ...task({
      toml: `multi_step_reward_strategy = "mean"\n${SETTINGS}[[steps]]\nname = "first"\nmin_reward = 1.0\n[steps.agent]\ntimeout_sec = 30.0\n[[steps]]\nname = "second"\n`,
      instruction: '',
    }),
    'steps/first/instruction.md': 'Write 1 to one.txt.',
    'steps/first/tests/test.sh': reward('grep -qx 1 one.txt && [ ! -e two.txt ]'),
    'steps/first/solution/solve.sh': 'echo 1 >one.txt\n',
    'steps/second/instruction.md': 'Write 2 to two.txt.',
    'steps/second/tests/test.sh': reward('grep -qx 1 one.txt && grep -qx 2 two.txt'),
    'steps/second/solution/solve.sh': 'echo 2 >two.txt\n',
  },
  'last-step-counts': {
    ...task({
      toml: `multi_step_reward_strategy = "final"\n${SETTINGS}[[steps]]\nname = "draft"\n[[steps]]\nname = "final"\n`,
      instruction: '',
    }),
    'tests/shared.sh': 'check() { [ "$(cat answer.txt)" = "$1" ]; }\n',
    'steps/draft/instruction.md': 'Write a draft.',
    'steps/draft/tests/test.sh': `. /tests/shared.sh\n${reward('check perfect')}`,
    'steps/draft/solution/solve.sh': 'echo draft >answer.txt\n',
    'steps/final/instruction.md': 'Write the final text.',
    'steps/final/tests/test.sh': `. /tests/shared.sh\n${reward('check final')}`,
    'steps/final/solution/solve.sh': 'echo final >answer.txt\n',
  },
  described: task({
    toml: `[task]
name = "own/described"
description = "A task with everything that is only for people"
keywords = ["one", "two"]
[[task.authors]]
name = "Team"
[metadata]
difficulty = "easy"
tags = ["a"]
${SETTINGS}
[[environment.mcp_servers]]
name = "files"
transport = "stdio"
command = "files-server"
args = ["--root", "."]
`,
    holds: answered,
    solve: answer,
  }),
};

/** Writes tasks as a dataset folder. */
export function writeHarborTasks(folder: string, tasks: Readonly<Record<string, Files>> = HARBOR_TASKS): void {
  for (const [name, files] of Object.entries(tasks))
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name, path)), { recursive: true });
      writeFileSync(join(folder, name, path), text);
    }
}
