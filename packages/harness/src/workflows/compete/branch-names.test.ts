import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameBranches } from './branch-names.ts';

test.each([
  { scenario: 'fix-add', agent: 'claude-code', branch: 'assay/fix-add/claude-code', why: 'valid names stay' },
  { scenario: 'a b', agent: 'acp:gemini', branch: 'assay/a-b/acp-gemini', why: 'invalid characters become a dash' },
  { scenario: 'x@y', agent: '../../main', branch: 'assay/x-y/main', why: 'no path traversal' },
  { scenario: 'a..b', agent: 'c.lock', branch: 'assay/a.b/c', why: 'reserved names of git' },
  { scenario: '漢字', agent: '-', branch: 'assay/unnamed/unnamed', why: 'nothing valid is left' },
])('$scenario and $agent: $why', ({ scenario, agent, branch }) => {
  expect(nameBranches(scenario, [agent]).get(agent)).toBe(branch);
});

test('agents with similar names get different branches', () => {
  const names = nameBranches('task', ['Opus 4', 'opus-4', 'codex']);
  expect(new Set([...names.values()].map((name) => name.toLowerCase())).size).toBe(3);
  expect(names.get('codex')).toBe('assay/task/codex');
});

test('every name is a valid git ref', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.string({ minLength: 1 }), (scenario, agent) => {
      const branch = nameBranches(scenario, [agent]).get(agent) ?? '';
      expect(branch).toMatch(/^assay\/[\w.-]+\/[\w.-]+$/);
      expect(spawnSync('git', ['check-ref-format', `refs/heads/${branch}`]).status).toBe(0);
    }),
    { numRuns: 60 },
  );
});
