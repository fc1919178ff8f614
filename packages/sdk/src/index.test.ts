import { expect, test } from 'vitest';
import * as sdk from './index.ts';

test('exports exactly these names', () => {
  expect(Object.keys(sdk).sort()).toEqual(['Assay', 'GateError', 'RequestError']);
});
