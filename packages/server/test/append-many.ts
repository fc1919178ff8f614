// a separate process that appends all evaluations of its input at once

import { json } from 'node:stream/consumers';
import { openStore, type Store } from '../src/store/store.ts';

const [url = '', organization_id = ''] = process.argv.slice(2);
const requests = (await json(process.stdin)) as Parameters<Store['evaluate']>[1][];
await using store = await openStore({ url, connections: 4 });
const outcomes = await Promise.all(
  requests.map((request) => store.evaluate(organization_id as Parameters<Store['evaluate']>[0], request)),
);
process.stdout.write(JSON.stringify(outcomes));
