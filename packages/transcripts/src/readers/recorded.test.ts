import { globSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Transcript, TranscriptEnd, Usage } from '@assay/schema';
import { at } from '@assay/schema/json';
import { expect, test } from 'vitest';
import { scriptedUsage } from '../../../../test/scripted-model/scripts.ts';
import { RECORDED_AGENTS, type RecordedAgent } from '../../../../tools/recordings/agents.ts';
import { type RecordedCase, recordedCases } from '../../../../tools/recordings/cases.ts';
import { collect, expectPaired, recordsOf } from '../../test/reading.ts';
import { readTranscript } from '../read-transcript.ts';
import { sumUsage } from '../recording.ts';
import { claudeSession } from './claude-session.ts';

const FOLDER = fileURLToPath(new URL('../../../../fixtures/transcripts/recorded/', import.meta.url));
const MOST_BYTES = 60_000;

type Kind = 'stream' | 'session';
type Status = TranscriptEnd['status'];

const FORMATS: Readonly<Record<string, Partial<Record<Kind, string>>>> = {
  'claude-code': { stream: 'claude-stream', session: 'claude-session' },
  codex: { stream: 'codex-exec', session: 'codex-rollout' },
  gemini: { stream: 'gemini-stream', session: 'gemini-session' },
  'acp-gemini': { stream: 'acp' },
};

const ENDS: Readonly<Record<string, Status>> = {
  edit: 'completed',
  error: 'completed',
  denied: 'denied',
  'http-401': 'failed',
  'http-500': 'failed',
  limit: 'limit',
  killed: 'interrupted',
  resume: 'completed',
  subagent: 'completed',
};

// files whose end differs from the stream of the same run
const ENDS_OF_FILE: Readonly<Record<string, Status>> = {
  // service errors are not logged, and the turn is closed like any other
  'codex/http-401.session': 'unknown',
  'codex/http-500.session': 'unknown',
  // the last line is the message sent to the model
  'gemini/http-401.session': 'interrupted',
  'gemini/http-500.session': 'interrupted',
};

// streams that report tokens only in the result, which is missing
const WITHOUT_USAGE = [
  'claude-code/killed.stream',
  'codex/http-500.stream',
  'codex/killed.stream',
  'gemini/killed.stream',
  'acp-gemini/killed.stream',
];

const COSTS: Readonly<Record<string, Transcript['cost_source']>> = {
  'claude-stream': 'reported',
  'claude-session': 'reported',
  // it does not report its model
  'codex-exec': null,
  'codex-rollout': 'priced',
  'gemini-stream': 'priced',
  'gemini-session': 'priced',
  acp: 'priced',
};

interface Recording {
  readonly name: string;
  readonly path: string;
  readonly kind: Kind;
  readonly agent: RecordedAgent;
  readonly of: RecordedCase;
}

const RECORDINGS: readonly Recording[] = RECORDED_AGENTS.flatMap((agent) =>
  recordedCases(agent).flatMap((of) =>
    (Object.keys(FORMATS[agent.id] ?? {}) as Kind[]).map((kind) => {
      const name = `${agent.id}/${of.name}.${kind}`;
      return { name, path: `${FOLDER}${name}.jsonl`, kind, agent, of };
    }),
  ),
);

const NOTHING: Usage = { input_tokens: 0, cached_input_tokens: 0, cache_write_input_tokens: 0, output_tokens: 0 };

/** The tokens of the script in the recorded time. */
function tokensOf({ name, of, agent }: Recording): Usage {
  const scripts = of.scripts(agent);
  // for a resumed session, Gemini CLI reports only the turn, the others everything
  const heard = name === 'gemini/resume.stream' ? scripts.slice(0, 1) : scripts;
  const given = heard.flatMap(({ turns }) =>
    Array.from({ length: of.replies ?? turns.length }, (_, index) => {
      const turn = turns[Math.min(index, turns.length - 1)];
      return turn === undefined ? NOTHING : scriptedUsage(turn, index);
    }),
  );
  return sumUsage(given) ?? NOTHING;
}

test('every case of every agent has a small recording, listed in the README', () => {
  const files = globSync('**/*.jsonl', { cwd: FOLDER }).filter((file) => !file.includes('/subagents/'));
  expect(files.toSorted()).toEqual(RECORDINGS.map(({ name }) => `${name}.jsonl`).toSorted());
  for (const file of globSync('**/*.jsonl', { cwd: FOLDER }))
    expect([file, statSync(`${FOLDER}${file}`).size < MOST_BYTES]).toEqual([file, true]);
  const rows = readFileSync(`${FOLDER}README.md`, 'utf8').match(/^\| .* \| \d+\.\d+\.\d+ \| \d{4}-\d\d-\d\d \| `/gm);
  expect(rows).toHaveLength(RECORDED_AGENTS.flatMap(recordedCases).length);
});

test.each(RECORDINGS)('$name has no unknown lines and the right end', async (recording) => {
  const { name, path, kind, agent, of } = recording;
  const { format, counts, end } = await readTranscript(path);
  expect(format).toBe(FORMATS[agent.id]?.[kind]);
  expect(counts.unknown).toBe(0);
  // a killed agent may leave half a line
  if (of.name !== 'killed') expect(counts.repaired).toBe(0);
  expect(end.status).toBe(ENDS_OF_FILE[name] ?? ENDS[of.name]);
});

test.each(RECORDINGS.filter(({ of }) => of.name !== 'killed'))(
  '$name has a result for every call',
  async ({ path }) => {
    expectPaired((await readTranscript(path)).entries);
  },
);

test.each(RECORDINGS)('$name has the tokens of the script, and a cost', async (recording) => {
  const { usage, cost_source, format } = await readTranscript(recording.path);
  const given = tokensOf(recording);
  if (WITHOUT_USAGE.includes(recording.name)) expect(usage).toBeNull();
  // without a reply, some report zero and some nothing
  else if (given.input_tokens === 0) expect(usage ?? NOTHING).toEqual(NOTHING);
  else {
    expect(usage).toEqual(format === 'acp' ? withoutDetails(recording, given) : given);
    // the total is written at the end
    expect(cost_source).toBe(recording.name === 'claude-code/killed.session' ? 'priced' : COSTS[format]);
  }
});

// over ACP, Gemini CLI reports no cached tokens and no thoughts (7 tokens per thought in the script)
function withoutDetails({ of, agent }: Recording, given: Usage): Usage {
  const thoughts = of.scripts(agent).flatMap(({ turns }) => turns.filter(({ thinking }) => thinking !== undefined));
  return { ...given, cached_input_tokens: 0, output_tokens: given.output_tokens - 7 * thoughts.length };
}

test.each(RECORDINGS.filter(({ of }) => of.name === 'edit'))(
  '$name: each call of a response is an interaction, and so is a thought',
  async ({ path }) => {
    const { interactions, entries } = await readTranscript(path);
    expect(interactions.map(({ kind }) => kind)).toEqual(['thinking', 'tool', 'tool', 'tool', 'tool', 'thinking']);
    expect(interactions.some(({ is_error }) => is_error)).toBe(false);
    expect(entries.filter(({ type }) => type === 'assistant').at(-1)?.text).toBe('Now it adds.');
  },
);

test.each(RECORDINGS.filter(({ of }) => of.name === 'error'))(
  '$name: one command failed, if the source has its output',
  async ({ path, name }) => {
    const { interactions } = await readTranscript(path);
    // over ACP, Gemini CLI sends no output of commands
    expect(interactions.filter(({ is_error }) => is_error)).toHaveLength(name.startsWith('acp') ? 0 : 1);
  },
);

test('a killed Claude Code session ends with the call that killed it, without a result', async () => {
  const { entries } = await readTranscript(`${FOLDER}claude-code/killed.session.jsonl`);
  expect(entries.at(-1)).toMatchObject({ type: 'tool_use', input: { command: 'sleep 1; kill -9 -1' } });
});

test('a Claude Code session is interrupted if cut anywhere between the first question and the last answer', () => {
  const records = recordsOf('recorded/claude-code/edit.session.jsonl');
  const first = records.findIndex((record) => at(record, 'type') === 'api-request') + 1;
  const last = records.findLastIndex((record) => at(record, 'type') === 'assistant');
  const ends = Array.from(
    { length: last - first + 1 },
    (_, index) => collect(claudeSession, records.slice(0, first + index)).end.status,
  );
  expect(new Set(ends)).toEqual(new Set(['interrupted']));
  expect(collect(claudeSession, records.slice(0, first - 1)).end.status).toBe('unknown');
});

test.each(RECORDINGS.filter(({ of, kind }) => of.name === 'resume' && kind === 'session'))(
  '$name has both turns once, in order',
  async ({ path }) => {
    const { entries } = await readTranscript(path);
    expect(entries.filter(({ type }) => type === 'user').map(({ text }) => text)).toEqual([
      'Mend add in calc.js.',
      'Say so in notes.txt.',
    ]);
    expect(entries.filter(({ type }) => type === 'tool_use')).toHaveLength(3);
    const times = entries.filter(({ type }) => type === 'user').map(({ at }) => Date.parse(String(at)));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times).size).toBe(2);
  },
);

test.each(['stream', 'session'])('entries of a sub-agent have their own lane: %s', async (kind) => {
  const { entries } = await readTranscript(`${FOLDER}claude-code/subagent.${kind}.jsonl`);
  const calls = entries.filter(({ type }) => type === 'tool_use');
  const agent = calls.find(({ tool }) => tool === 'Agent');
  expect(agent?.lane).toBeUndefined();
  expect(calls.filter(({ lane }) => lane === agent?.tool_id)).toMatchObject([{ tool: 'Bash' }]);
});
