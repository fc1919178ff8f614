import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createProject, readEvidence, runProject } from './projects.ts';

// dollars per million tokens
const PRICES = [{ model: 'house-*', input: 3, output: 20 }];

/* The seed files tell the fake agent how many tokens it uses, of which model, and whether it solves the task. */
const SEEDS = {
  dear: { tokens: 90_000, model: 'house-7', does: 'nothing' },
  cheap: { tokens: 1_000, model: 'house-7', does: 'the work' },
  unpriced: { tokens: 5_000, model: 'elsewhere-1', does: 'the work' },
};

/** A fake Claude Code program. */
const CLAUDE = `#!/bin/sh
if grep -q work does.txt; then echo done > state.txt; else echo tried > notes.txt; fi
echo '{"type":"system","subtype":"init","model":"'$(cat model.txt)'"}'
echo '{"type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"done"}]}}'
echo '{"type":"result","subtype":"success","is_error":false,"result":"done","usage":{"input_tokens":'$(cat tokens.txt)',"output_tokens":100}}'
`;

/** Makes real runs with costs: one cheap that passes, one expensive that fails, one with an unknown price. */
export async function makePricedRuns() {
  const files = Object.entries(SEEDS).flatMap(([name, { tokens, model, does }]) => [
    [`${name}/tokens.txt`, String(tokens)],
    [`${name}/model.txt`, model],
    [`${name}/does.txt`, does],
  ]);
  const project = await createProject({
    files: Object.fromEntries(files),
    scenarios: Object.keys(SEEDS).map((name) => ({
      name,
      user_instruction: 'Write done into state.txt.',
      workspace_seed: { copy: `./${name}` },
      stages: [{ name: 'done', command: 'grep -qx done state.txt', max_attempts: 1 }],
    })),
    config: { agents: ['claude-code'], prices: PRICES },
  });
  const program = join(project.folder, 'bin/claude');
  await mkdir(dirname(program));
  await writeFile(program, CLAUDE);
  await chmod(program, 0o755);
  const PATH = [dirname(program), dirname(process.execPath), '/usr/bin', '/bin'].join(':');
  const { results } = await runProject(project.folder, {
    environment: { PATH, ANTHROPIC_API_KEY: 'sk-none' },
    label: 'priced',
  });
  const costs = await Promise.all(
    results.map(async ({ scenario, folder }) => [scenario, (await readEvidence(folder)).run.cost_usd_micros] as const),
  );
  return { results, costs: new Map(costs), [Symbol.asyncDispose]: () => project[Symbol.asyncDispose]() };
}
