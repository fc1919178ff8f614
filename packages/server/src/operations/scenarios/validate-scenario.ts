import { type HandlerTypes, validateScenario } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';

export const validateScenarioHandler = handle(
  validateScenario,
  async ({ found }) => found as HandlerTypes<typeof validateScenario>['answer'],
);
