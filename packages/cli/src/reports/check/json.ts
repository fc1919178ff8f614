import type { CheckFormat } from './report.ts';

/** The full report as one JSON document. */
export const formatJson: CheckFormat = (report) => `${JSON.stringify(report)}\n`;
