import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CLI, type Measurement, type Ratio, root } from './ratio.ts';

const ROUNDS = 15;
const CALLS_PER_ROUND = 200;
const BUSY_PROGRAMS = 2 * availableParallelism();

const SERVER = [`${root}node_modules/@modelcontextprotocol/server-everything/dist/index.js`, 'stdio'];
// the fastest tool, so that the overhead of the proxy is visible
const CALL = { name: 'echo', arguments: { message: 'well' } };

export const PROXY: readonly Ratio[] = [
  {
    what: 'time that `assay proxy` adds to the median tool call, idle machine',
    against: '1 ms',
    limit: { most: 1 },
    measure: measureAddedMs,
  },
  {
    what: 'time that `assay proxy` adds to the median tool call, two busy programs per core',
    against: '1 ms',
    limit: { most: 1 },
    measure: async () => {
      using _busy = startBusyPrograms();
      return await measureAddedMs();
    },
  },
];

/** Alternates between direct and proxied calls, so that other load affects both. */
async function measureAddedMs(): Promise<Measurement> {
  const folder = mkdtempSync(`${tmpdir()}/assay-bench-proxy-`);
  const direct = await connect(SERVER);
  const proxied = await connect([CLI, 'proxy', '--log', folder, '--', process.execPath, ...SERVER]);
  try {
    for (const client of [direct, proxied]) await timeCalls(client);
    const rounds: { direct: number; proxied: number }[] = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({ direct: median(await timeCalls(direct)), proxied: median(await timeCalls(proxied)) });
    const [without, within] = [median(rounds.map((one) => one.direct)), median(rounds.map((one) => one.proxied))];
    process.stderr.write(`median call: ${without.toFixed(2)} ms direct, ${within.toFixed(2)} ms through the proxy\n`);
    return { subject: median(rounds.map((one) => one.proxied - one.direct)), reference: 1 };
  } finally {
    await proxied.close();
    await direct.close();
    rmSync(folder, { recursive: true });
  }
}

function startBusyPrograms(): Disposable {
  const programs: ChildProcess[] = Array.from({ length: BUSY_PROGRAMS }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  return {
    [Symbol.dispose]() {
      for (const program of programs) program.kill('SIGKILL');
    },
  };
}

async function connect(args: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const start = { command: process.execPath, args: [...args], env: getDefaultEnvironment() };
  await client.connect(new StdioClientTransport({ ...start, stderr: 'ignore' }));
  return client;
}

async function timeCalls(client: Client): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < CALLS_PER_ROUND; i++) {
    const start = performance.now();
    await client.callTool(CALL);
    times.push(performance.now() - start);
  }
  return times;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number;
