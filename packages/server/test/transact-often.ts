// a separate process that runs concurrent transactions and prints the result of each

import { AssayError } from '@assay/schema';
import { z } from 'zod';
import { openPool } from '../src/store/sql/connection.ts';
import { query } from '../src/store/sql/sql.ts';

const [url = '', times = ''] = process.argv.slice(2);
await using pool = openPool({ url, connections: 4 });
let left = Number(times);
const transact = async (): Promise<void> => {
  while (left-- > 0) {
    const came = await pool
      .transaction((connection) => connection.get(query(z.object({ word: z.string() }))`select 'done' as word`))
      .catch((error: unknown) => ({ word: error instanceof AssayError ? error.code : String(error) }));
    process.stdout.write(`${came.word}\n`);
  }
};
await Promise.all(Array.from({ length: 4 }, transact));
