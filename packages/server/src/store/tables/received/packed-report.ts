import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { ReportedRun } from '@assay/schema';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** The report of a session, compressed. */
export const packReport = (report: ReportedRun): Promise<Buffer> => compress(JSON.stringify(report));

export const unpackReport = async (packed: Buffer): Promise<unknown> =>
  JSON.parse((await decompress(packed)).toString());
