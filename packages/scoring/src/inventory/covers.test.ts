import { expect, test } from 'vitest';
import { assertion } from '../../test/inventory.ts';
import { contains, generalizes } from './covers.ts';

test.each([
  { general: ['add(a,b)', 'sum'], specific: ['add(1,2)', '3'], is: true, why: 'names for numbers' },
  { general: ['add(row.a,row.b)', 'row.sum'], specific: ['add(1,-2)', '-1'], is: true, why: 'fields of a row' },
  { general: ['add(row[0],2)', 'row[1]'], specific: ['add(1,2)', '3'], is: true, why: 'places in a row' },
  { general: ['sort(list)', 'want'], specific: ['sort([3,1])', '[1,3]'], is: true, why: 'names for lists' },
  { general: ['add(a,2)', '3'], specific: ['add(1,2)', '3'], is: true, why: 'one name is enough' },
  {
    general: ['add(1,2)', '3'],
    specific: ['add(1,2)', '3'],
    is: false,
    why: 'an identical assertion is not more general',
  },
  { general: ['add(1,2)', '3'], specific: ['add(1,3)', '4'], is: false, why: 'another value asserts something else' },
  { general: ['sub(a,b)', 'c'], specific: ['add(1,2)', '3'], is: false, why: 'another function' },
  { general: ['a', 'b'], specific: ['add(1,2)', '3'], is: false, why: 'a name does not replace a call' },
  { general: ['split(f"a{s}b")', 'w'], specific: ['split("a,b")', '[1]'], is: true, why: 'a template string' },
  { general: ['parse(text)', 'value'], specific: ['parse("3")', 'Ok(3)'], is: true, why: 'a constructed value' },
  { general: ['f(a)', null], specific: ['f(1)', '2'], is: false, why: 'no longer compares anything' },
  { general: ['f(a)', null], specific: ['f(1)', null], is: true, why: 'never compared anything' },
])('$general for $specific is $is: $why', ({ general, specific, is }) => {
  const [one, other] = [general, specific].map(([subject, expected]) => assertion(subject as string, expected ?? null));
  expect(generalizes(one as never, other as never)).toBe(is);
});

test.each([
  { whole: ['user', '{}'], part: ['user.name', '"Ada"'], is: true, why: 'a field of it' },
  { whole: ['list', '[1,2]'], part: ['len(list)', '2'], is: true, why: 'something of it' },
  { whole: ['user', '{}'], part: ['username', '"Ada"'], is: false, why: 'only whole names are names' },
  { whole: ['user', null], part: ['user.name', '"Ada"'], is: false, why: 'existence says nothing about parts' },
  { whole: ['a==1 and b==2', null], part: ['a', '1'], is: true, why: 'both in one' },
  { whole: ['a==1 and b==2', null], part: ['a', '3'], is: false, why: 'but with another value' },
  { whole: ['made', '{name:"Ada"}'], part: ['name', '"Ada"'], is: true, why: 'a part that had its own name' },
  { whole: ['spread(x)', '(2,9)'], part: ['low', '2'], is: true, why: 'an element of it' },
  { whole: ['spread(x)', '(2,9)'], part: ['low', '3'], is: false, why: 'no element of it' },
  { whole: ['got', 'want'], part: ['got2.x', '3'], is: true, why: 'names for the whole' },
  { whole: ['text', '"a b"'], part: ['text', null], is: true, why: 'a stronger assertion on the same subject' },
  { whole: ['made', '{name:"Bob"}'], part: ['name', '"Ada"'], is: false, why: 'with another value' },
])('$whole in place of $part is $is: $why', ({ whole, part, is }) => {
  const [one, other] = [whole, part].map(([subject, expected]) => assertion(subject as string, expected ?? null));
  expect(contains(one as never, other as never)).toBe(is);
});
