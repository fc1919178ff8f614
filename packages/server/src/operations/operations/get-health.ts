import { getHealth } from '@assay/schema/api';
import { handleProbe } from '../../http/handle.ts';

export const getHealthHandler = handleProbe(getHealth, async () => ({ status: 'ok' as const }));
