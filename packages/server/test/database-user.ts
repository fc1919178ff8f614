// opens the managed database of a folder, prints its URL and leaves when its input ends

import { once } from 'node:events';
import { openDatabase } from '../src/postgres/open-database.ts';

const [root = ''] = process.argv.slice(2);
const say = (what: object): void => console.log(JSON.stringify(what));

try {
  await using database = await openDatabase({ root, database_url: undefined, onProgress: (step) => say({ step }) });
  say({ url: database.url });
  process.stdin.resume();
  await once(process.stdin, 'end');
} catch (error) {
  say({ error: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}
