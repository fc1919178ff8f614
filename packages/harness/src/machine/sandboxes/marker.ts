/** Environment variable that identifies processes that outlived their parent. */
export const MARKER = 'ASSAY_SANDBOX';
