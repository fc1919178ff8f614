/** Command that solves the task. */
export const FIX = 'printf "echo \\$((\\$1 + \\$2))\\n" > add.sh';
export const AGENTS = {
  // solves the task at once, with every kind of file change
  careful: `${FIX}; chmod +x tool.sh; rm old.txt; ln -s add.sh sum; mkdir -p notes; echo done > notes/done.txt`,
  // solves the task only after the stage has failed once
  hasty: `if [ -e tried ]; then ${FIX}; rm tried; else touch tried; fi`,
  wrong: 'echo "echo 4" > add.sh',
  idle: 'echo nothing to do',
};

export const ADDS = { name: 'adds', type: 'command', command: 'test "$(sh add.sh 3 4)" = 7' };

/** Files of a repository with the task; the seed is its folder `app`. */
export const files = (scenario: object = {}, agents: Record<string, string> = AGENTS): Record<string, string> => ({
  'assay.config.json': JSON.stringify({
    judge: { use: 'none' },
    agents: Object.entries(agents).map(([id, command]) => ({ id, type: 'command', command })),
  }),
  'scenarios/fix-add/scenario.json': JSON.stringify({
    name: 'fix-add',
    user_instruction: 'Make add.sh add its two arguments.',
    workspace_seed: { copy: '../../app' },
    stages: [{ name: 'test', command: 'sh test.sh', max_attempts: 3 }],
    scorers: [ADDS, { name: 'tests untouched', type: 'tests_unmodified', paths: ['test.sh'] }],
    ...scenario,
  }),
  'app/add.sh': 'echo $1\n',
  'app/test.sh': 'test "$(sh add.sh 2 2)" = 4\n',
  'app/tool.sh': 'echo tool\n',
  'app/old.txt': 'old\n',
});
