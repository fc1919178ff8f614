import { AgentSpec, Scenario } from '@assay/schema';
import type { AgentRequest } from '../src/contracts/agent.ts';

/** A minimal agent specification. */
export const specOf = (spec: { type: string } & Record<string, unknown>): AgentSpec =>
  AgentSpec.parse({ id: 'test', ...spec });

/** A request as made by the harness, with overrides. */
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

/** A minimal scenario. */
export const scenarioOf = (scenario: Record<string, unknown> = {}): Scenario =>
  Scenario.parse({ name: 'test', user_instruction: 'Fix it', workspace_seed: 'empty', ...scenario });
