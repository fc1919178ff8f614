import { AgentSpec, Scenario } from '@assay/schema';
import type { AgentRequest } from '../src/contracts/agent.ts';

/** A specification with everything left out that may be. */
export const specOf = (spec: { type: string } & Record<string, unknown>): AgentSpec =>
  AgentSpec.parse({ id: 'test', ...spec });

/** A request as the harness makes it, of which a test says what matters to it. */
export const requestOf = (request: Partial<AgentRequest> & Pick<AgentRequest, 'spec'>): AgentRequest => ({
  instruction: 'Fix the add function',
  turn: 1,
  session_id: null,
  program: '/opt/agent',
  workspace: '/workspace',
  home: '/home/agent',
  service_url: 'http://127.0.0.1:4000',
  key: 'placeholder',
  max_turns: null,
  mcp_servers: {},
  ...request,
});

/** A scenario with everything left out that may be. */
export const scenarioOf = (scenario: Record<string, unknown> = {}): Scenario =>
  Scenario.parse({ name: 'test', user_instruction: 'Fix it', workspace_seed: 'empty', ...scenario });
