import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JudgeCalibration, type Judgment, parse } from '@assay/schema';
import { openRootFolder } from '../machine/root-folder.ts';
import { digestOf } from '../scenarios/canonical-json.ts';

/** What makes a judge the one that was compared with people: who it is, and what it goes by. */
export interface CalibratedAs {
  readonly judge: string;
  readonly criteria_digest: string;
}

const calibrationFile = (root: string, { judge, criteria_digest }: CalibratedAs): string =>
  join(root, 'calibrations', `${digestOf({ judge, criteria_digest })}.json`);

/** How a judge did against people, as far as anybody has looked. */
export async function readStanding(root: string, as: CalibratedAs): Promise<Judgment['standing']> {
  try {
    return parse(JudgeCalibration, JSON.parse(await readFile(calibrationFile(root, as), 'utf8'))).standing;
  } catch {
    // nobody has, or what was written cannot be read: it has to show itself again
    return 'uncalibrated';
  }
}

/** Keeps a calibration for the judgments to come; null where one is kept that says more: too few runs undo nothing. */
export async function saveCalibration(root: string, calibration: JudgeCalibration): Promise<string | null> {
  const file = calibrationFile(root, calibration);
  if (calibration.standing === 'uncalibrated' && (await readStanding(root, calibration)) !== 'uncalibrated')
    return null;
  await openRootFolder(root);
  await mkdir(join(root, 'calibrations'), { recursive: true });
  await writeFile(file, `${JSON.stringify(calibration, null, 2)}\n`);
  return file;
}
