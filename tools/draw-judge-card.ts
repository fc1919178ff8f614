import { contradicted } from '../test/judged-runs.ts';
import { takePicture } from './report-picture.ts';

/** Screenshot of the judge card, with an example opinion that shows every part. */
export const drawJudgeCard = (): Promise<Buffer> =>
  takePicture(
    (read) => ({ runs: [contradicted(read)] }),
    (page) => page.getByRole('region', { name: 'Judge', exact: true }).screenshot(),
  );
