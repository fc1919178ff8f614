import { regressed } from '../test/compared-runs.ts';
import { takePicture } from './report-picture.ts';

/** Screenshot of a comparison page, with example numbers that show every part. */
export const drawComparisonPage = (): Promise<Buffer> =>
  takePicture(regressed, async (page) => {
    await page.getByRole('button', { name: 'fix-race' }).first().click();
    await page.getByRole('heading', { name: /^Candidate/ }).waitFor();
    await page.mouse.move(0, 0);
    return await page.screenshot({ fullPage: true });
  });
