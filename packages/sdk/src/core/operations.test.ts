import { expectTypeOf, test } from 'vitest';
import type { Answer, Api, Input, Item, ListName } from './operations.ts';

test('inputs and answers are those of the contracts', () => {
  expectTypeOf<Input<'evaluate'>['agent_id']>().toEqualTypeOf<string>();
  expectTypeOf<Answer<'evaluate'>['passed']>().toEqualTypeOf<boolean | null>();
  expectTypeOf<Item<'listEvaluations'>['seq']>().toEqualTypeOf<number | null>();
});

test('address, filters and body stand side by side', () => {
  expectTypeOf<Input<'updateAgent'>>().toExtend<{ agent_id: string; public: boolean }>();
  expectTypeOf<Input<'getReputationHistory'>['agent_id']>().toEqualTypeOf<string>();
});

test('a number in an address is a number to whoever writes it', () => {
  expectTypeOf<Input<'getReputationHistory'>['limit']>().toEqualTypeOf<number | undefined>();
});

test('an input that has to be given is asked for, one that need not be is not', () => {
  expectTypeOf<Parameters<Api['evaluate']>>().not.toExtend<[]>();
  expectTypeOf<[]>().toExtend<Parameters<Api['getHealth']>>();
  expectTypeOf<[]>().toExtend<Parameters<Api['listEvaluations']>>();
  // @ts-expect-error what an output is of has to be said
  expectTypeOf<{ output: string }>().toExtend<Input<'evaluate'>>();
});

test('lists are known as such', () => {
  expectTypeOf<'listEvaluations'>().toExtend<ListName>();
  expectTypeOf<'evaluate'>().not.toExtend<ListName>();
});
