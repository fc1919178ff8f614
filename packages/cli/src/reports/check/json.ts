import type { CheckFormat } from './report.ts';

/** One JSON document, with everything there is. */
export const formatJson: CheckFormat = (report) => `${JSON.stringify(report)}\n`;
