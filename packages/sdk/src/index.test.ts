import { expect, test } from 'vitest';
import * as sdk from './index.ts';

test('the front door', () => {
  expect(Object.keys(sdk).sort()).toEqual(['Assay', 'GateError', 'RequestError']);
});
