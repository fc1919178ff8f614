import type { ModelPrices } from '@assay/schema';

/** The day on which these prices were compared with the providers' lists. */
export const PRICES_CHECKED = '2026-11-15';

/**
 * List prices in US dollars per million tokens, without discounts and long-context surcharges. The first entry that
 * matches counts. Prices in a configuration, or in the user's own table, come before these.
 */
export const PRICE_TABLE: ModelPrices = [
  // as Claude Code 2.1.325 reports it
  { model: 'claude-opus-5*', input: 4, cached_input: 0.2, cache_write: 5, output: 20 },
  { model: 'claude-opus-4-5*', input: 5, cached_input: 0.5, cache_write: 6.25, output: 25 },
  { model: 'claude-opus-4-6*', input: 5, cached_input: 0.5, cache_write: 6.25, output: 25 },
  { model: 'claude-opus-4-7*', input: 5, cached_input: 0.5, cache_write: 6.25, output: 25 },
  { model: 'claude-opus-4-8*', input: 5, cached_input: 0.5, cache_write: 6.25, output: 25 },
  { model: 'claude-opus-4-9*', input: 5, cached_input: 0.5, cache_write: 6.25, output: 25 },
  { model: 'claude-opus-4*', input: 15, cached_input: 1.5, cache_write: 18.75, output: 75 },
  { model: 'claude-3-opus*', input: 15, cached_input: 1.5, cache_write: 18.75, output: 75 },
  { model: 'claude-sonnet*', input: 3, cached_input: 0.3, cache_write: 3.75, output: 15 },
  { model: 'claude-3-7-sonnet*', input: 3, cached_input: 0.3, cache_write: 3.75, output: 15 },
  { model: 'claude-3-5-sonnet*', input: 3, cached_input: 0.3, cache_write: 3.75, output: 15 },
  { model: 'claude-haiku-4*', input: 1, cached_input: 0.1, cache_write: 1.25, output: 5 },
  { model: 'claude-3-5-haiku*', input: 0.8, cached_input: 0.08, cache_write: 1, output: 4 },
  { model: 'gpt-5-mini*', input: 0.25, cached_input: 0.025, cache_write: 0.25, output: 2 },
  { model: 'gpt-5.1-codex-mini*', input: 0.25, cached_input: 0.025, cache_write: 0.25, output: 2 },
  { model: 'gpt-5-codex-mini*', input: 0.25, cached_input: 0.025, cache_write: 0.25, output: 2 },
  { model: 'gpt-5.1-mini*', input: 0.25, cached_input: 0.025, cache_write: 0.25, output: 2 },
  { model: 'gpt-5', input: 1.25, cached_input: 0.125, cache_write: 1.25, output: 10 },
  { model: 'gpt-5.1', input: 1.25, cached_input: 0.125, cache_write: 1.25, output: 10 },
  { model: 'gpt-5-codex', input: 1.25, cached_input: 0.125, cache_write: 1.25, output: 10 },
  { model: 'gpt-5.1-codex', input: 1.25, cached_input: 0.125, cache_write: 1.25, output: 10 },
  { model: 'gpt-4.1-mini*', input: 0.4, cached_input: 0.1, cache_write: 0.4, output: 1.6 },
  { model: 'gpt-4.1', input: 2, cached_input: 0.5, cache_write: 2, output: 8 },
  { model: 'gpt-4o-mini*', input: 0.15, cached_input: 0.075, cache_write: 0.15, output: 0.6 },
  { model: 'gpt-4o*', input: 2.5, cached_input: 1.25, cache_write: 2.5, output: 10 },
  { model: 'gemini-2.5-pro*', input: 1.25, cached_input: 0.125, cache_write: 1.25, output: 10 },
  { model: 'gemini-2.5-flash-lite*', input: 0.1, cached_input: 0.01, cache_write: 0.1, output: 0.4 },
  { model: 'gemini-2.5-flash*', input: 0.3, cached_input: 0.03, cache_write: 0.3, output: 2.5 },
];
