import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunResult, TranscriptEntry } from '@assay/schema';
import { createProject, runProject } from './projects.ts';

/**
 * Makes and grades a run with the given number of interactions: the agent reads, searches, edits, runs commands, thinks,
 * uses sub-agents, and sometimes fails.
 */
export async function makeLongRun(interactions: number) {
  const project = await createProject({
    scenarios: [{ name: 'long', user_instruction: 'Take your time.', workspace_seed: 'empty' }],
    config: { agents: [{ id: 'tireless', type: 'replay', run: './recorded' }] },
  });
  await mkdir(join(project.folder, 'recorded'));
  const lines = longTranscript(interactions).map((entry) => `${JSON.stringify(entry)}\n`);
  await writeFile(join(project.folder, 'recorded/transcript.jsonl'), lines.join(''));
  await writeFile(join(project.folder, 'recorded/diff.patch'), longPatch());
  const { results } = await runProject(project.folder);
  return { run: results[0] as RunResult, [Symbol.asyncDispose]: () => project[Symbol.asyncDispose]() };
}

// one of ten interactions is a thought, one of fifty fails
const THOUGHT_EVERY = 10;
const ERROR_EVERY = 50;
// of every 500 interactions, 40 are of a sub-agent
const TEAM_EVERY = 500;
const TEAM_WORK = 40;

/** The transcript of this agent. The path of interaction 17 is `src/file-17.ts`. */
function longTranscript(interactions: number): TranscriptEntry[] {
  const entries: TranscriptEntry[] = [];
  const add = (entry: Omit<TranscriptEntry, 'id'>) => entries.push({ id: `e${entries.length + 1}`, ...entry });
  for (let n = 1; n <= interactions; n++) {
    const at = (ms: number) => new Date(Date.UTC(2026, 10, 15) + n * 4_000 + ms).toISOString();
    const inTeam = n % TEAM_EVERY;
    const team = `call-${n - inTeam}`;
    const lane = n > TEAM_EVERY && inTeam > 0 && inTeam <= TEAM_WORK ? { lane: team } : {};
    const starts = inTeam === 0;
    // the last entry is a message
    if (n % THOUGHT_EVERY === 1 || n === interactions) add({ type: 'assistant', at: at(0), text: proseOf(n), ...lane });
    else {
      const [tool, input] = starts ? ['Task', { description: proseOf(n), prompt: proseOf(n + 1) }] : callOf(n);
      add({ type: 'tool_use', at: at(0), tool_id: `call-${n}`, tool, input, ...lane });
      const is_error = n % ERROR_EVERY === 7;
      if (!starts)
        add({ type: 'tool_result', at: at(n % 3_000), tool_id: `call-${n}`, text: codeOf(n), is_error, ...lane });
    }
    if (n > TEAM_EVERY && inTeam === TEAM_WORK)
      add({ type: 'tool_result', at: at(3_500), tool_id: team, text: proseOf(n), is_error: false });
  }
  return entries;
}

function callOf(n: number): [tool: string, input: object] {
  const path = `src/file-${n}.ts`;
  switch (n % 4) {
    case 0:
      return ['Read', { file_path: path }];
    case 1:
      return ['Bash', { command: `npm test -- ${path}`, description: 'Run the tests of one file' }];
    case 2:
      return ['Grep', { pattern: `${wordOf(n)}\\(`, path: 'src' }];
    default:
      return ['Edit', { file_path: path, old_string: codeOf(n % 97), new_string: codeOf(n % 89) }];
  }
}

const WORDS = 'clock read write parse value index total line file test now later queue worker retry score run'.split(
  ' ',
);
// 7 is coprime to the number of words
const wordOf = (n: number): string => WORDS[(n * 7 + (n >> 3)) % WORDS.length] as string;

const proseOf = (n: number): string =>
  Array.from({ length: 12 + (n % 50) }, (_, at) => wordOf(n * 31 + at * at)).join(' ');

const codeOf = (n: number): string =>
  Array.from(
    { length: 1 + (n % 40) },
    (_, at) =>
      `${at + 1}\tconst ${wordOf(n + at)}${(n * 131 + at * 17) % 9_973} = ${wordOf(n * 3 + at)}(${wordOf(at * n)});`,
  ).join('\n');

/** The change of this agent: the file of its first edit, and one that no call names. */
const longPatch = (): string => newFile('src/file-3.ts', codeOf(3).split('\n')) + newFile('done.txt', ['done']);

const newFile = (path: string, lines: readonly string[]): string => `diff --git a/${path} b/${path}
new file mode 100644
--- /dev/null
+++ b/${path}
@@ -0,0 +1,${lines.length} @@
${lines.map((line) => `+${line}\n`).join('')}`;
