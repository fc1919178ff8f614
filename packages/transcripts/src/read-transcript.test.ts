import { globSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Transcript } from '@assay/schema';
import { afterAll, describe, expect, test } from 'vitest';
import { readTranscript } from './read-transcript.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures/transcripts', import.meta.url));
const folder = mkdtempSync(`${tmpdir()}/assay-read-`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, content: string | Buffer): string => {
  writeFileSync(`${folder}/${name}`, content);
  return `${folder}/${name}`;
};

describe('recordings of real programs', () => {
  test.each([
    {
      path: 'claude/basic.session.jsonl',
      format: 'claude-session',
      end: 'completed',
      tools: 4,
      input: 6640,
      output: 166,
    },
    {
      path: 'claude/basic.stream.jsonl',
      format: 'claude-stream',
      end: 'completed',
      tools: 4,
      input: 6640,
      output: 166,
    },
    {
      path: 'claude/acceptEdits.stream.jsonl',
      format: 'claude-stream',
      end: 'completed',
      tools: 4,
      input: 6640,
      output: 166,
    },
    {
      path: 'claude/denied-default-mode.stream.jsonl',
      format: 'claude-stream',
      end: 'denied',
      tools: 4,
      input: 6640,
      output: 166,
    },
    { path: 'claude/http-400.stream.jsonl', format: 'claude-stream', end: 'failed', tools: 0, input: 0, output: 0 },
    { path: 'claude/http-401.stream.jsonl', format: 'claude-stream', end: 'failed', tools: 0, input: 0, output: 0 },
    { path: 'claude/http-529.stream.jsonl', format: 'claude-stream', end: 'failed', tools: 0, input: 0, output: 0 },
    { path: 'claude/server-down.stream.jsonl', format: 'claude-stream', end: 'failed', tools: 0, input: 0, output: 0 },
    {
      path: 'claude/killed-INT.stream.jsonl',
      format: 'claude-stream',
      end: 'interrupted',
      tools: 1,
      input: 1510,
      output: 40,
    },
    {
      path: 'claude/killed-KILL.stream.jsonl',
      format: 'claude-stream',
      end: 'interrupted',
      tools: 1,
      input: null,
      output: null,
    },
    {
      path: 'claude/killed-TERM.stream.jsonl',
      format: 'claude-stream',
      end: 'interrupted',
      tools: 1,
      input: null,
      output: null,
    },
    { path: 'claude/max-turns.stream.jsonl', format: 'claude-stream', end: 'limit', tools: 3, input: 3120, output: 81 },
    {
      path: 'claude/max-budget.stream.jsonl',
      format: 'claude-stream',
      end: 'limit',
      tools: 3,
      input: 3120,
      output: 81,
    },
    {
      path: 'claude/latest-2.1.325.session.jsonl',
      format: 'claude-session',
      end: 'completed',
      tools: 4,
      input: 6640,
      output: 166,
    },
    {
      path: 'claude/latest-2.1.325.stream.jsonl',
      format: 'claude-stream',
      end: 'completed',
      tools: 4,
      input: 6640,
      output: 166,
    },
    {
      path: 'claude/latest-2.1.325-partial.stream.jsonl',
      format: 'claude-stream',
      end: 'completed',
      tools: 4,
      input: 6640,
      output: 166,
    },
    {
      path: 'claude/subagents.session.jsonl',
      format: 'claude-session',
      end: 'completed',
      tools: 5,
      input: 11_070,
      output: 285,
    },
    {
      path: 'claude/subagents.stream.jsonl',
      format: 'claude-stream',
      end: 'completed',
      tools: 5,
      input: 11_070,
      output: 285,
    },
    { path: 'codex/basic.exec.jsonl', format: 'codex-exec', end: 'completed', tools: 4, input: 4600, output: 166 },
    {
      path: 'codex/basic.rollout.jsonl',
      format: 'codex-rollout',
      end: 'completed',
      tools: 4,
      input: 4600,
      output: 166,
    },
    { path: 'codex/http-400.exec.jsonl', format: 'codex-exec', end: 'failed', tools: 0, input: null, output: null },
    {
      path: 'codex/server-down.exec.jsonl',
      format: 'codex-exec',
      end: 'interrupted',
      tools: 0,
      input: null,
      output: null,
    },
    {
      path: 'gemini/basic.session.jsonl',
      format: 'gemini-session',
      end: 'completed',
      tools: 4,
      input: 4600,
      output: 194,
    },
    {
      path: 'gemini/basic.stream.jsonl',
      format: 'gemini-stream',
      end: 'completed',
      tools: 4,
      input: 4600,
      output: 194,
    },
    { path: 'gemini/http-400.stream.jsonl', format: 'gemini-stream', end: 'failed', tools: 0, input: 0, output: 0 },
    {
      path: 'opencode/delegated.export.json',
      format: 'opencode-session',
      end: 'completed',
      tools: 5,
      input: 6000,
      output: 210,
    },
    { path: 'opencode/basic.run.jsonl', format: 'opencode-run', end: 'completed', tools: 4, input: 4600, output: 166 },
    { path: 'qwen/basic.session.jsonl', format: 'qwen-session', end: 'completed', tools: 3, input: 3300, output: 123 },
    { path: 'qwen/basic.stream.jsonl', format: 'qwen-stream', end: 'completed', tools: 3, input: 3300, output: 123 },
    { path: 'acp/gemini.acp.jsonl', format: 'acp', end: 'completed', tools: 4, input: 4600, output: 166 },
    { path: 'acp/opencode.acp.jsonl', format: 'acp', end: 'completed', tools: 4, input: null, output: null },
    { path: 'acp/qwen.acp.jsonl', format: 'acp', end: 'completed', tools: 3, input: 3300, output: 123 },
  ])(
    '$path: $format, $end, $tools tools, every line understood',
    async ({ path, format, end, tools, input, output }) => {
      const transcript = await readTranscript(`${fixtures}/${path}`);
      expect(Transcript.safeParse(transcript).error).toBeUndefined();
      expect(transcript).toMatchObject({ format, end: { status: end }, counts: { unknown: 0, repaired: 0 } });
      expect(transcript.interactions.filter(({ kind }) => kind === 'tool')).toHaveLength(tools);
      expect([transcript.usage?.input_tokens ?? null, transcript.usage?.output_tokens ?? null]).toEqual([
        input,
        output,
      ]);
    },
  );

  test('reads all recordings without unknown lines', async () => {
    const recorded = globSync('{claude,codex,gemini,opencode,qwen,acp}/**/*.{jsonl,json}', { cwd: fixtures }).filter(
      (path) => !path.endsWith('.meta.json'),
    );
    expect(recorded.length).toBeGreaterThanOrEqual(44);
    for (const path of recorded) {
      const { counts } = await readTranscript(`${fixtures}/${path}`);
      expect({ path, unknown: counts.unknown, repaired: counts.repaired }).toEqual({ path, unknown: 0, repaired: 0 });
    }
  });

  test('a session and the stream of the same run have the same tokens and cost', async () => {
    const [session, stream] = await Promise.all(
      ['session', 'stream'].map((kind) => readTranscript(`${fixtures}/claude/subagents.${kind}.jsonl`)),
    );
    expect(session?.usage).toEqual(stream?.usage);
    expect(session?.cost_usd).toBeCloseTo(stream?.cost_usd as number, 6);
    expect([session?.cost_source, stream?.cost_source]).toEqual(['priced', 'reported']);
    const lanes = (transcript: Transcript | undefined) => new Set(transcript?.interactions.map(({ lane }) => lane));
    expect(lanes(session)).toEqual(lanes(stream));
  });
});

describe('files that are not transcripts', () => {
  test.each([
    { name: 'empty.jsonl', content: '', code: 'unknown_transcript' },
    { name: 'text.jsonl', content: 'hello\nworld\n', code: 'unknown_transcript' },
    { name: 'other.json', content: '{"name":"package","version":"1.0.0"}', code: 'unknown_transcript' },
    { name: 'binary.jsonl', content: Buffer.from([0, 255, 1, 254, 10, 0, 0]), code: 'unknown_transcript' },
  ])('rejects $name', async ({ name, content, code }) => {
    await expect(readTranscript(file(name, content))).rejects.toMatchObject({ code });
  });

  test('rejects a missing file, a folder and a link loop', async () => {
    symlinkSync(`${folder}/loop-b`, `${folder}/loop-a`);
    symlinkSync(`${folder}/loop-a`, `${folder}/loop-b`);
    for (const path of [`${folder}/missing`, folder, `${folder}/loop-a`]) {
      await expect(readTranscript(path)).rejects.toMatchObject({ code: 'unreadable_file' });
    }
  });
});

test('reports a malicious record and reads the others', async () => {
  const line = (fields: object) => JSON.stringify({ session_id: 's', uuid: 'u', ...fields });
  const hostile = [
    line({ type: 'system', subtype: 'init', model: 'm', claude_code_version: '2' }),
    line({ type: { toString: 1, valueOf: 1 } }),
    line({ type: 'assistant', message: { content: [{ type: { toString: 1, valueOf: 1 } }] } }),
    line({ type: 'assistant', message: { role: 'assistant', content: 'still here' } }),
  ];
  const transcript = await readTranscript(file('hostile.jsonl', hostile.join('\n')));
  expect(transcript.entries.map(({ text }) => text)).toContain('still here');
  expect(transcript.counts.repaired + transcript.counts.unknown).toBeGreaterThan(0);
});
