import { expect, test } from 'vitest';
import { putFiles, scratchFolder } from '../../../detect/test/workspace.ts';
import { readScoring } from './read-scoring.ts';

const weights = { goal_achievement: 0.1, environment: 0.5, service: 0.2, agent: 0.2 };
const json = (value: object) => JSON.stringify(value);

test.each([
  { files: {}, found: {}, why: 'no configuration' },
  { files: { 'assay.config.json': '{}' }, found: { formulas: {} }, why: 'it sets none' },
  {
    files: { 'assay.config.json': json({ formulas: { axis: '2' }, weights, agents: 7 }) },
    found: { formulas: { axis: '2' }, weights },
    why: 'other errors are ignored',
  },
  { files: { 'axis.config.json': json({ agents: [] }) }, found: { formulas: { axis: '1' } }, why: 'an AXIS project' },
  {
    files: { 'axis.config.json': json({ formulas: { axis: '3' }, settings: { scoring_weights: weights } }) },
    found: { formulas: { axis: '3' }, weights },
    why: 'an AXIS project with another version',
  },
  { files: { 'task.json': '{}' }, found: {}, why: 'a tool without either' },
])('the formulas and weights of a folder are $found: $why', async ({ files, found }) => {
  using folder = scratchFolder();
  putFiles(folder.path, files as Readonly<Record<string, string>>);
  expect(await readScoring(folder.path)).toEqual(found);
});

test.each([
  { config: { formulas: { axis: '9' } }, says: 'formulas.axis: expected axis at version 1, 2, 3, found "9"' },
  { config: { formulas: { aksis: '2' } }, says: 'formulas.aksis: expected one of scorecard, axis' },
  { config: { weights: { ...weights, agent: 0.9 } }, says: 'weights: expected four weights that add up to 1' },
])('what cannot be used is refused with its place: $says', async ({ config, says }) => {
  using folder = scratchFolder();
  putFiles(folder.path, { 'assay.config.json': json(config) });
  const error = (await readScoring(folder.path).catch((thrown: unknown) => thrown)) as Error;
  expect(error).toMatchObject({ code: 'invalid_config' });
  expect(error.message).toContain(`assay.config.json:1:`);
  expect(error.message).toContain(says);
});
