import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeCostMicros, findOwnPrice } from './prices.ts';

const usage = { input_tokens: 1000, cached_input_tokens: 300, cache_write_input_tokens: 200, output_tokens: 50 };

test.each([
  { own: [], usd: 0.00309, model: 'claude-sonnet-4-5', why: 'the built-in table without own prices' },
  { own: [{ model: 'other', input: 1, output: 1 }], usd: null, model: 'house', why: 'no price anywhere' },
  {
    own: [{ model: 'house', input: 2, output: 10 }],
    usd: 0.0025,
    model: 'house',
    why: 'cache prices default to the input price',
  },
  {
    own: [{ model: 'house', input: 2, cached_input: 0, cache_write: 3, output: 10 }],
    usd: 0.0021,
    model: 'house',
    why: 'a cache can be free',
  },
  {
    own: [{ model: 'claude-sonnet-4-5', input: 1, output: 0 }],
    usd: 0.001,
    model: 'claude-sonnet-4-5',
    why: 'own prices override the table',
  },
  { own: [], usd: 0.00309, model: 'anthropic/claude-sonnet-4-5', why: 'a provider before the name' },
  { own: [], usd: 0.00309, model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', why: 'a deployment on Bedrock' },
  { own: [], usd: 0.00309, model: 'claude-sonnet-4-5@20250929', why: 'a deployment on Vertex' },
  { own: [], usd: 0.00406, model: 'claude-opus-5-5[1m]', why: 'the default model of Claude Code 2.1.325' },
  { own: [], usd: 0.00515, model: 'claude-opus-5', why: 'a model whose name begins another' },
  { own: [], usd: 0.0103, model: 'claude-fable-5', why: 'the largest model' },
  { own: [], usd: 0.010075, model: 'claude-fable-5-1-20261020', why: 'a dated name; reading its cache costs less' },
  { own: [], usd: 0.00515, model: 'gpt-5.5', why: 'the default model of Codex 0.166' },
  { own: [], usd: 0.00515, model: 'gpt-5.5-2026-04-23', why: 'a dated name' },
  { own: [], usd: 0.002575, model: 'gpt-5.4', why: 'a smaller model' },
  { own: [], usd: 0.0019775, model: 'gpt-5.3-codex', why: 'a model for code' },
  {
    own: [],
    usd: null,
    model: 'gpt-5.3-codex-spark',
    why: 'a model without a list price is not priced as its namesake',
  },
  {
    own: [{ model: 'openrouter/claude*', input: 1, output: 0 }],
    usd: 0.001,
    model: 'openrouter/claude-sonnet-4-5',
    why: 'own prices match the full name first',
  },
  { own: [{ model: '*', input: 0, output: 0 }], usd: 0, model: 'claude-sonnet-4-5', why: 'a wildcard price of zero' },
])('$usd of $model: $why', ({ own, usd, model }) => {
  const priced = computeCostMicros(model, usage, own);
  if (usd === null) expect(priced).toBeNull();
  else expect(priced).toBe(Math.round(usd * 1e6));
});

test.each([
  {
    model: 'house-1',
    names: ['house', 'house-1', 'house*'],
    found: 'house-1',
    why: 'a name without * must match fully',
  },
  { model: 'house-1', names: ['house*', 'house-1'], found: 'house*', why: 'the first match counts' },
  { model: 'house', names: ['house*'], found: 'house*', why: '* matches an empty suffix' },
  { model: 'House', names: ['house*'], found: undefined, why: 'names are case-sensitive' },
  { model: '', names: ['*'], found: '*', why: '* matches every name' },
])('for $model, finds $found in $names: $why', ({ model, names, found }) => {
  const own = names.map((name) => ({ model: name, input: 1, output: 1 }));
  expect(findOwnPrice(model, own)?.model).toBe(found);
});

test('more tokens never cost less', () => {
  const usd = fc.double({ min: 0, max: 10_000, noNaN: true });
  const tokens = fc.nat(10_000_000);
  fc.assert(
    fc.property(fc.record({ input: usd, output: usd }), tokens, tokens, (price, input_tokens, output_tokens) => {
      const nothing = { input_tokens: 0, cached_input_tokens: 0, cache_write_input_tokens: 0, output_tokens: 0 };
      const own = [{ model: 'house', ...price }];
      const cost = computeCostMicros('house', { ...nothing, input_tokens }, own) ?? Number.NaN;
      const more = computeCostMicros('house', { ...nothing, input_tokens, output_tokens }, own) ?? Number.NaN;
      expect(cost).toBeGreaterThanOrEqual(0);
      expect(more).toBeGreaterThanOrEqual(cost);
    }),
  );
});
