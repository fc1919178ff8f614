import { AssayError } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';

const UNITS: Readonly<Record<string, number>> = { MB: 1e6, GB: 1e9, TB: 1e12 };

/** How large the environments of this machine may be together. */
export const environmentsLimit = ({ environment }: Pick<Host, 'environment'>): number =>
  readSize(environment['ASSAY_ENVIRONMENTS_LIMIT'] || '20GB', 'ASSAY_ENVIRONMENTS_LIMIT');

/** Reads a size such as `20GB`, in bytes. */
export function readSize(text: string, option: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)([MGT]B)$/.exec(text) ?? [];
  if (number !== '') return Number(number) * (UNITS[unit] as number);
  throw new AssayError('usage', `${option}: expected a size such as 500MB or 20GB, found ${JSON.stringify(text)}`);
}
