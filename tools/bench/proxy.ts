import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CLI, type Measurement, type Ratio, root } from './ratio.ts';

const SERVER = [`${root}node_modules/@modelcontextprotocol/server-everything/dist/index.js`, 'stdio'];
const ROUNDS = 15;
const ONE_BY_ONE = 200;
const AT_ONCE = 32;
const ALL = 1_600;

export const PROXY: readonly Ratio[] = [
  {
    what: 'what `assay proxy` adds to the median call of a tool',
    against: 'a millisecond',
    limit: { most: 1 },
    measure: () =>
      withBoth(async (through, direct) => {
        const added: number[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          const without = median(await timeCalls(direct, ONE_BY_ONE));
          added.push(median(await timeCalls(through, ONE_BY_ONE)) - without);
        }
        return { subject: median(added), reference: 1 };
      }),
  },
  {
    what: `calls of a tool per second through \`assay proxy\`, ${AT_ONCE} at a time`,
    against: 'the same without it',
    limit: { least: 0.8 },
    measure: () =>
      withBoth(async (through, direct, settled) => {
        const ratios: number[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          const without = await timeTogether(direct);
          ratios.push(without / (await timeTogether(through)));
          await settled();
        }
        return { subject: median(ratios), reference: 1 };
      }),
  },
];

// both at once and in turn, so that what else the machine does falls on both
async function withBoth(
  measure: (through: Client, direct: Client, settled: () => Promise<void>) => Promise<Measurement>,
): Promise<Measurement> {
  const folder = mkdtempSync(`${tmpdir()}/assay-bench-proxy-`);
  const direct = await connect(SERVER);
  const through = await connect([CLI, 'proxy', '--log', folder, '--', process.execPath, ...SERVER]);
  try {
    for (const client of [direct, through]) await timeCalls(client, ONE_BY_ONE);
    return await measure(through, direct, () => whenSettled(folder));
  } finally {
    await through.close();
    await direct.close();
    rmSync(folder, { recursive: true });
  }
}

// what the proxy looks at later is not to be paid for by the other side
async function whenSettled(folder: string): Promise<void> {
  const size = () => readdirSync(folder).reduce((all, name) => all + statSync(`${folder}/${name}`).size, 0);
  for (let before = -1; before !== size(); await sleep(100)) before = size();
}

async function connect(args: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...args], stderr: 'ignore' }));
  return client;
}

async function timeCalls(client: Client, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    await client.callTool({ name: 'echo', arguments: { message: `call ${i}` } });
    times.push(performance.now() - start);
  }
  return times;
}

async function timeTogether(client: Client): Promise<number> {
  const start = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, () => timeCalls(client, ALL / AT_ONCE)));
  return performance.now() - start;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number;
