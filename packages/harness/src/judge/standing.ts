import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JudgeCalibration, type Judgment, parse } from '@assay/schema';
import { openRootFolder } from '../machine/root-folder.ts';
import { canonicalDigest } from '../scenarios/canonical-json.ts';

/** Identifies a calibrated judge: its name and criteria. */
export interface JudgeIdentity {
  readonly judge: string;
  readonly criteria_digest: string;
}

const calibrationFile = (root: string, { judge, criteria_digest }: JudgeIdentity): string =>
  join(root, 'calibrations', `${canonicalDigest({ judge, criteria_digest })}.json`);

/** The result of a judge's calibration, if there is one. */
export async function readCalibrationState(root: string, as: JudgeIdentity): Promise<Judgment['standing']> {
  try {
    return parse(JudgeCalibration, JSON.parse(await readFile(calibrationFile(root, as), 'utf8'))).standing;
  } catch {
    // no calibration, or an unreadable one
    return 'uncalibrated';
  }
}

/** Saves a calibration. Returns null if an existing one says more: too few runs do not override it. */
export async function saveCalibration(root: string, calibration: JudgeCalibration): Promise<string | null> {
  const file = calibrationFile(root, calibration);
  if (calibration.standing === 'uncalibrated' && (await readCalibrationState(root, calibration)) !== 'uncalibrated')
    return null;
  await openRootFolder(root);
  await mkdir(join(root, 'calibrations'), { recursive: true });
  await writeFile(file, `${JSON.stringify(calibration, null, 2)}\n`);
  return file;
}
