import { expectTypeOf, test } from 'vitest';
import type { Answer, Api, Input, Item, ListName } from './operations.ts';

test('inputs and answers have the types of the contracts', () => {
  expectTypeOf<Input<'evaluate'>['agent_id']>().toEqualTypeOf<string>();
  expectTypeOf<Answer<'evaluate'>['passed']>().toEqualTypeOf<boolean | null>();
  expectTypeOf<Item<'listEvaluations'>['seq']>().toEqualTypeOf<number | null>();
});

test('path parameters, query and body are fields of one object', () => {
  expectTypeOf<Input<'updateAgent'>>().toExtend<{ agent_id: string; public: boolean }>();
  expectTypeOf<Input<'getReputationHistory'>['agent_id']>().toEqualTypeOf<string>();
});

test('numbers in a query are typed as numbers', () => {
  expectTypeOf<Input<'getReputationHistory'>['limit']>().toEqualTypeOf<number | undefined>();
});

test('required inputs are required and optional ones are not', () => {
  expectTypeOf<Parameters<Api['evaluate']>>().not.toExtend<[]>();
  expectTypeOf<[]>().toExtend<Parameters<Api['getHealth']>>();
  expectTypeOf<[]>().toExtend<Parameters<Api['listEvaluations']>>();
  // @ts-expect-error agent_id is required
  expectTypeOf<{ output: string }>().toExtend<Input<'evaluate'>>();
});

test('recognizes list operations', () => {
  expectTypeOf<'listEvaluations'>().toExtend<ListName>();
  expectTypeOf<'evaluate'>().not.toExtend<ListName>();
});
