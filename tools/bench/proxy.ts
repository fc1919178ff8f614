import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CLI, type Measurement, type Ratio, root } from './ratio.ts';

const MODULES = `${root}node_modules/@modelcontextprotocol`;
const ROUNDS = 15;
const ONE_BY_ONE = 200;
const AT_ONCE = 32;
// a rush of this length is looked at when it is over; what one without an end is like is measured for itself
const LONG_ROUNDS = 5;
const LONG_ROUND_MS = 3_000;
const WARM_MS = 2_000;
// until more waits to be looked at than the proxy puts off
const ENDLESS_MS = 20_000;

/** A server, and a call of one of its tools. */
interface Subject {
  readonly server: readonly string[];
  readonly call: Parameters<Client['callTool']>[0];
}

/** Answers, and does nothing else. */
const ECHO: Subject = {
  server: [`${MODULES}/server-everything/dist/index.js`, 'stdio'],
  call: { name: 'echo', arguments: { message: 'well' } },
};
/** Reads a file of some size, as most tools do at least. */
const MEMORY: Subject = {
  server: [`${MODULES}/server-memory/dist/index.js`],
  call: { name: 'search_nodes', arguments: { query: 'person 7 ' } },
};
/** Waits, as whatever asks something far away does. */
const WAIT: Subject = {
  server: ECHO.server,
  call: { name: 'trigger-long-running-operation', arguments: { duration: 0.01, steps: 1 } },
};
const REMEMBERED = Array.from({ length: 100 }, (_, i) =>
  JSON.stringify({ type: 'entity', name: `person ${i} `, entityType: 'person', observations: [`counts to ${i}`] }),
).join('\n');

// the least that a program of Node can do that stands between the two
const PIPE = `
const { spawn } = require('node:child_process');
const child = spawn(process.execPath, process.argv.slice(1), { stdio: ['pipe', 'pipe', 'ignore'] });
process.stdin.on('data', (chunk) => child.stdin.write(chunk)).on('end', () => child.stdin.end());
child.stdout.on('data', (chunk) => process.stdout.write(chunk));
child.on('exit', (code) => process.exit(code));`;

// the least that any program can do
const CATS = `
const { spawn } = require('node:child_process');
const args = ['-c', 'cat | "$@" | cat', 'sh', process.execPath, ...process.argv.slice(1)];
spawn('sh', args, { stdio: ['inherit', 'inherit', 'ignore'] }).on('exit', (code) => process.exit(code));`;

const proxied = (folder: string): readonly string[] => [CLI, 'proxy', '--log', folder, '--', process.execPath];
const direct = (): readonly string[] => [];
const piped = (): readonly string[] => ['-e', PIPE];
const throughCats = (): readonly string[] => ['-e', CATS];

const THROUGH = `through \`assay proxy\`, ${AT_ONCE} at a time`;

export const PROXY: readonly Ratio[] = [
  {
    what: 'what `assay proxy` adds to the median call of a tool',
    against: 'a millisecond',
    limit: { most: 1 },
    measure: () =>
      withBoth(ECHO, direct, async ({ through, other }) => {
        const added: number[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          const without = median(await timeCalls(other, ECHO, ONE_BY_ONE));
          added.push(median(await timeCalls(through, ECHO, ONE_BY_ONE)) - without);
        }
        return { subject: median(added), reference: 1 };
      }),
  },
  {
    what: `calls per second of a tool that waits for 10 ms ${THROUGH}`,
    against: 'the same without it',
    limit: { least: 0.8 },
    measure: () => compareTogether(WAIT, direct),
  },
  {
    what: `calls per second of a tool that searches 100 entries of a file ${THROUGH}`,
    against: 'the same without it',
    limit: { least: 0.8 },
    measure: () => compareTogether(MEMORY, direct),
  },
  {
    what: `calls per second of a tool that only answers ${THROUGH}`,
    against: 'the same through a bare pipe of Node',
    limit: { least: 0.8 },
    measure: () => compareTogether(ECHO, piped),
  },
  {
    what: `calls per second of a tool that only answers ${THROUGH}`,
    against: 'the same without it',
    limit: { least: 0.8 },
    measure: () => compareTogether(ECHO, direct),
  },
  // where there is never a lull, looking at the calls is part of it
  {
    what: `calls per second of a tool that only answers ${THROUGH}, after ${ENDLESS_MS / 1000} seconds without a lull`,
    against: 'the same without it',
    limit: null,
    measure: () => compareEndless(ECHO),
  },
  // how much of that is the price of anything in between
  {
    what: `calls per second of a tool that only answers ${THROUGH}`,
    against: 'the same through `cat` on either side',
    limit: null,
    measure: () => compareTogether(ECHO, throughCats),
  },
];

/** How many calls a second there are through the proxy, for each there is the other way. */
const compareTogether = (subject: Subject, way: () => readonly string[]): Promise<Measurement> =>
  withBoth(subject, way, async ({ through, other, settled }) => {
    for (const client of [other, through]) await countTogether(client, subject, WARM_MS);
    await settled();
    const ratios: number[] = [];
    for (let round = 0; round < LONG_ROUNDS; round++) {
      const without = await countTogether(other, subject, LONG_ROUND_MS);
      ratios.push((await countTogether(through, subject, LONG_ROUND_MS)) / without);
      await settled();
    }
    return { subject: median(ratios), reference: 1 };
  });

/** The same at the end of a rush that is longer than the proxy can put off its look. */
const compareEndless = (subject: Subject): Promise<Measurement> =>
  withBoth(subject, direct, async ({ through, other, settled }) => {
    for (const client of [other, through]) await countTogether(client, subject, WARM_MS);
    await settled();
    const without = await countTogether(other, subject, LONG_ROUND_MS);
    await countTogether(through, subject, ENDLESS_MS);
    return { subject: await countTogether(through, subject, 2 * LONG_ROUND_MS), reference: without };
  });

interface Both {
  readonly through: Client;
  readonly other: Client;
  /** When everything that went through was looked at. */
  settled(): Promise<void>;
}

// both at once and in turn, so that what else the machine does falls on both
async function withBoth(
  subject: Subject,
  way: () => readonly string[],
  measure: (both: Both) => Promise<Measurement>,
): Promise<Measurement> {
  const folder = mkdtempSync(`${tmpdir()}/assay-bench-proxy-`);
  const env = { MEMORY_FILE_PATH: `${folder}/memory.jsonl` };
  writeFileSync(env.MEMORY_FILE_PATH, REMEMBERED);
  const log = `${folder}/log`;
  const other = await connect([...way(), ...subject.server], env);
  const through = await connect([...proxied(log), ...subject.server], env);
  try {
    for (const client of [other, through]) await timeCalls(client, subject, ONE_BY_ONE);
    return await measure({ through, other, settled: () => whenSettled(log) });
  } finally {
    await through.close();
    await other.close();
    rmSync(folder, { recursive: true });
  }
}

// longer than the proxy puts off its look
const SETTLED_MS = 700;

// what the proxy looks at later is not to be paid for by the other side
async function whenSettled(folder: string): Promise<void> {
  const size = () => readdirSync(folder).reduce((all, name) => all + statSync(`${folder}/${name}`).size, 0);
  for (let before = -1; before !== size(); await sleep(SETTLED_MS)) before = size();
}

async function connect(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const start = { command: process.execPath, args: [...args], env: { ...getDefaultEnvironment(), ...env } };
  await client.connect(new StdioClientTransport({ ...start, stderr: 'ignore' }));
  return client;
}

async function timeCalls(client: Client, { call }: Subject, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    await client.callTool(call);
    times.push(performance.now() - start);
  }
  return times;
}

/** Calls a second, when there are always as many under way. */
async function countTogether(client: Client, { call }: Subject, ms: number): Promise<number> {
  const start = performance.now();
  let count = 0;
  const callOn = async (): Promise<void> => {
    for (; performance.now() - start < ms; count++) await client.callTool(call);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, callOn));
  return (count * 1000) / (performance.now() - start);
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number;
