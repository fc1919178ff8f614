import { getHealth } from '@assay/schema/api';
import { handleOpenly } from '../../http/handle.ts';

export const getHealthHandler = handleOpenly(getHealth, async () => ({ status: 'ok' as const }));
