import { AssayError } from '@assay/schema';
import type { Store } from '@assay/server';
import type { Run } from '../command.ts';
import { createHost } from '../config.ts';
import { formatBytes } from '../push/format-bytes.ts';
import { type ActionOutput, DATABASE_HELP, DATABASE_OPTIONS, runInDatabase } from '../server/open-store.ts';
import { formatNoun } from '../terminal/format.ts';
import { parseOptions } from '../terminal/options.ts';
import { escapeControls, writeOut } from '../terminal/output.ts';
import { createProgress } from '../terminal/progress.ts';

const HELP = `Usage: assay blobs move --to WHERE [OPTIONS]
       assay blobs check [OPTIONS]

Moves the evidence of runs and the files of tasks, or checks that all of them are there and unchanged. WHERE is what
ASSAY_BLOBS can be: pg (the database), fs:PATH, or s3://BUCKET/PREFIX?endpoint=URL&region=NAME with the credentials in
AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.

  --to WHERE           where to move everything
${DATABASE_HELP}
  --json               print {moved, bytes, already_there, damaged, database} or
                       {checked, bytes, locations, damaged, database}

Servers and workers may run meanwhile; set their ASSAY_BLOBS first, so that new contents go to the same place. A copy is
read back and verified before the old one is deleted. An interrupted move goes on where it stopped.

Exit codes: 0 done · 1 a content is missing or damaged · 2 usage error · 3 the database or the store cannot be reached
`;

/** An action with validated arguments. */
type Act = (store: Store) => Promise<ActionOutput & { readonly damaged: readonly { readonly problem: string }[] }>;

export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values, positionals } = parseOptions(args, { to: { type: 'string' }, ...DATABASE_OPTIONS });
  const [action, ...more] = positionals;
  if (more.length > 0) throw new AssayError('usage', `unexpected argument ${more[0]}`);
  const act = readAction(action, { to: values.to, signal });
  let exit_code = 0;
  await runInDatabase(values, async (store) => {
    const { damaged, json, text } = await act(store);
    if (damaged.length > 0) exit_code = 1;
    const lines = damaged.map(({ problem }) => `${escapeControls(problem)}\n`);
    return { json, text: `${lines.join('')}${text}` };
  });
  return exit_code;
};

function readAction(action: string | undefined, { to, signal }: { to: string | undefined; signal: AbortSignal }): Act {
  if (action === 'check') {
    if (to !== undefined) throw new AssayError('usage', '--to is for `assay blobs move`');
    return (store) => check(store, signal);
  }
  if (action !== 'move') throw new AssayError('usage', `expected move or check, found ${action ?? 'nothing'}`);
  if (to === undefined) throw new AssayError('usage', 'expected --to with pg, fs:PATH or s3://…');
  return (store) => move(store, { to, signal });
}

async function move(store: Store, { to, signal }: { to: string; signal: AbortSignal }) {
  const { moveBlobs, readLocation } = await import('@assay/server');
  const location = readLocation(to, createHost().environment, '--to');
  const { contents } = await store.contents.count();
  const progress = createProgress('moving', contents);
  const moved = await moveBlobs({ store, to: location, onProgress: progress.advance, signal }).finally(progress.done);
  const there = moved.already_there === 0 ? '' : `, ${moved.already_there} already there`;
  const text = `${formatNoun(moved.moved, 'content')} moved to ${location} (${formatBytes(moved.bytes)})${there}\n`;
  return { json: moved, text: `${text}${drawDamaged(store, moved.damaged)}`, damaged: moved.damaged };
}

async function check(store: Store, signal: AbortSignal) {
  const { checkBlobs } = await import('@assay/server');
  const { contents } = await store.contents.count();
  const progress = createProgress('checking', contents);
  const checked = await checkBlobs({ store, onProgress: progress.advance, signal }).finally(progress.done);
  const places = Object.entries(checked.locations).map(([location, count]) => `  ${count} in ${location}\n`);
  const text = `${formatNoun(checked.checked, 'content')} checked (${formatBytes(checked.bytes)})\n${places.join('')}`;
  return { json: checked, text: `${text}${drawDamaged(store, checked.damaged)}`, damaged: checked.damaged };
}

interface Damaged {
  readonly location: string;
  readonly blob: string | null;
}

/** How many contents are damaged, and how to bring back the first one. */
function drawDamaged({ blobs }: Store, damaged: readonly Damaged[]): string {
  if (damaged.length === 0) return '';
  const count = `${formatNoun(damaged.length, 'content')} missing or damaged`;
  const outside = damaged.find(({ blob }) => blob !== null);
  if (outside?.blob == null) return `${count}\n`;
  const { location, blob } = outside;
  return `${count}. To bring the first one back from a backup, extract it, then copy it to its place:
  tar --zstd -xf assay.backup blobs/${blob}
  ${escapeControls(blobs.at(location).locate(blob))}
`;
}
