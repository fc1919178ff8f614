import { appendFileSync, closeSync, copyFileSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { best, CLI, type Measurement, measureCpu, peakBytes, type Ratio, root, timeProgram } from './ratio.ts';

const MB = 1_000_000;
const folder = mkdtempSync(`${tmpdir()}/assay-bench-`);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

// the simplest program: read the whole file, parse each line
const BARE_LOOP = `for (const line of require('fs').readFileSync(process.argv[1], 'utf8').split('\\n')) if (line) JSON.parse(line)`;

export const TRANSCRIPTS: readonly Ratio[] = [
  {
    what: 'a plain `JSON.parse` loop over a session of 200 MB',
    against: '`assay transcript` on the same session',
    limit: { least: 0.4 },
    measure: () => {
      const session = writeSession(200 * MB);
      return best(
        5,
        () => timeProgram('-e', BARE_LOOP, session),
        () => timeProgram(CLI, 'transcript', session),
      );
    },
  },
  {
    what: 'peak memory of `assay transcript` on a session of 200 MB',
    against: 'the size of the session',
    limit: { most: 2 },
    measure: async () => ({
      subject: await peakBytes([CLI, 'transcript', writeSession(200 * MB)]),
      reference: 200 * MB,
    }),
  },
  {
    what: 'CPU time of `assay grade` over 1,000 sessions',
    against: 'its wall time',
    limit: { least: 1.3 },
    measure: () => usedCores(CLI, 'grade', writeSessions(1000), '--json', '--no-cache'),
  },
  {
    what: '`assay grade` over 1,000 sessions, the second time',
    against: 'the first time',
    limit: { most: 0.1 },
    measure: () => {
      const sessions = writeSessions(1000);
      process.env['XDG_CACHE_HOME'] = `${folder}/cache`;
      const reference = timeProgram(CLI, 'grade', sessions, '--json');
      return { subject: timeProgram(CLI, 'grade', sessions, '--json'), reference };
    },
  },
];

/** Writes a Claude Code session of about this size: tool calls and their outputs. */
export function writeSession(bytes: number): string {
  const path = `${folder}/session-${bytes}.jsonl`;
  const file = openSync(path, 'w');
  const line =
    'The quick brown fox jumps over the lazy dog; function add(a, b) { return a + b; } // src/index.ts line 42\n';
  for (let i = 0, size = 0; size < bytes; i++) {
    const shared = {
      isSidechain: false,
      timestamp: new Date(1_794_700_000_000 + i * 1000).toISOString(),
      sessionId: 's',
      version: '2.1.197',
    };
    const use = {
      type: 'tool_use',
      id: `t${i}`,
      name: i % 3 ? 'Bash' : 'Read',
      input: i % 3 ? { command: `npm test -- ${i}` } : { file_path: `/workspace/src/${i % 50}.ts` },
    };
    const usage = {
      input_tokens: 1000,
      cache_read_input_tokens: 500,
      cache_creation_input_tokens: 10,
      output_tokens: 40,
    };
    const result = {
      type: 'tool_result',
      tool_use_id: `t${i}`,
      content: line.repeat(10 + ((i * 37) % 300)),
      is_error: i % 17 === 0,
    };
    size += writeSync(
      file,
      `${JSON.stringify({ type: 'assistant', requestId: `r${i}`, message: { id: `m${i}`, role: 'assistant', model: 'claude-opus-4-8', content: [use], usage }, ...shared })}\n`,
    );
    size += writeSync(
      file,
      `${JSON.stringify({ type: 'user', message: { role: 'user', content: [result] }, ...shared })}\n`,
    );
  }
  closeSync(file);
  return path;
}

function writeSessions(count: number): string {
  const sessions = `${folder}/sessions`;
  const one = writeSession(200_000);
  mkdirSync(sessions, { recursive: true });
  for (let i = 0; i < count; i++) {
    copyFileSync(one, `${sessions}/${i}.jsonl`);
    // no two are the same
    appendFileSync(
      `${sessions}/${i}.jsonl`,
      `${JSON.stringify({ type: 'summary', sessionId: 's', summary: `${i}` })}\n`,
    );
  }
  return sessions;
}

function usedCores(...args: string[]): Measurement {
  const { wall_ms, cpu_ms } = measureCpu([process.execPath, ...args], root);
  return { subject: cpu_ms, reference: wall_ms };
}
