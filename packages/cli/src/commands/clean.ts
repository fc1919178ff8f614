import { cleanEngine } from '@assay/harness';
import type { Run } from '../command.ts';
import { formatNoun } from '../terminal/format.ts';
import { parseOptions } from '../terminal/options.ts';
import { escapeControls, writeOut } from '../terminal/output.ts';

const HELP = `Usage: assay clean [OPTIONS]

Removes the container images that were built for tasks, and containers that a killed process left. Needed images are
built again by the next run.

  --dry-run         list the images without removing them
  --json            print one JSON document: {images, kept}

Exit codes: 0 done · 3 no container engine answers
`;

/** Removes images that were built for tasks. */
export const run: Run = async (args) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values } = parseOptions(args, { 'dry-run': { type: 'boolean' }, json: { type: 'boolean' } });
  const dry_run = values['dry-run'] ?? false;
  const { images, kept } = await cleanEngine({ dry_run });
  if (values.json) {
    await writeOut(`${JSON.stringify({ images, kept })}\n`);
    return 0;
  }
  const lines = [
    ...images.map(({ name, size }) => `  ${escapeControls(name)}  ${size}`),
    ...kept.map(({ name }) => `  ${escapeControls(name)}  in use, not removed`),
  ];
  const done = `${formatNoun(images.length, 'image')} ${dry_run ? 'would be removed' : 'removed'}`;
  await writeOut(`${[...lines, done].join('\n')}\n`);
  return 0;
};
