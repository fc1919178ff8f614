// `npm run soak:trace`: sends a run of 20,000 interactions to a server, opens its trace in a browser,
// then scrolls, searches and follows findings. Exits with 0 if everything is within its limit.
// `--interactions` sets another length.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sendRun } from '../../test/dashboard-kit.ts';
import { makeLongRun } from '../../test/long-run.ts';
import { exceedsLimit, formatMeasurement } from './look.ts';
import { measureTracePage } from './measure-trace-page.ts';
import { serve } from './serve.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function soak(interactions: number): Promise<number> {
  const root = await mkdtemp(join(tmpdir(), 'assay-soak-'));
  await using started = new AsyncDisposableStack();
  started.defer(() => rm(root, { recursive: true, force: true }));
  const { run } = started.use(await makeLongRun(interactions));
  say(`${run.run_id} has ${interactions} interactions`);
  // in a separate process, as in production
  const { url, link, first_key } = started.use(await serve(root));
  await sendRun({ url, first_key }, run.folder);
  const looked = await measureTracePage({ url, link, run_id: run.run_id, interactions });
  for (const one of looked) say(formatMeasurement(one));
  return looked.some(exceedsLimit) ? 1 : 0;
}

const { values } = parseArgs({ options: { interactions: { type: 'string', default: '20000' } } });
process.exitCode = await soak(Number(values.interactions));
