/** Number of trials: fewer in `npm run test:all`, more in `npm run test:soak`, which may take an hour. */
export const inSoak = (usual: number, soak: number): number => (process.env['ASSAY_SOAK'] === '1' ? soak : usual);
