import type { Finding, Inventory, TestLoss } from '@assay/schema';

type Choose = (loss: TestLoss) => boolean;

/** Formats what tests lost besides assertions. */
export const describeTestLosses = ({ losses = [] }: Inventory, choose: Choose): readonly Finding[] =>
  losses.filter(choose).map(({ aspect, grade, path, line, message, before, after }) => ({
    path,
    line,
    kind: aspect,
    severity: grade === 'blocks' ? 'failure' : grade,
    message,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  }));

/** How many of them block the change. */
export const countBlocking = ({ losses = [] }: Inventory, choose: Choose): number =>
  losses.filter((loss) => loss.grade === 'blocks' && choose(loss)).length;

/** Whether a loss concerns assertions, rather than which tests run or what the product knows of them. */
export const isAboutAssertions: Choose = ({ aspect }) => aspect !== 'runs' && aspect !== 'unaware';

/** Whether a loss concerns which tests run and whether their status counts. */
export const isAboutRuns: Choose = ({ aspect }) => aspect === 'runs';
