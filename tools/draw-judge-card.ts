import { contradicted } from '../test/judged-runs.ts';
import { takePicture } from './report-picture.ts';

/** The judge card as a browser draws it. Its opinion is an example, made to show every part. */
export const drawJudgeCard = (): Promise<Buffer> =>
  takePicture(
    (read) => ({ runs: [contradicted(read)] }),
    (page) => page.getByRole('region', { name: 'Judge', exact: true }).screenshot(),
  );
