/** The variable by which processes are found that outlived whoever started them. */
export const MARKER = 'ASSAY_SANDBOX';
