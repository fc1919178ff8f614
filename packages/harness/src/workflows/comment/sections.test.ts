import { expect, test } from 'vitest';
import { isAssayComment, putSection } from './sections.ts';

test('one comment has one section per command', () => {
  const first = putSection(null, { name: 'compare', content: 'improved' });
  const both = putSection(first, { name: 'check', content: 'failed' });
  const again = putSection(both, { name: 'check', content: 'passed' });
  expect(isAssayComment(again)).toBe(true);
  expect(again).toBe(
    putSection(putSection(null, { name: 'check', content: 'passed' }), { name: 'compare', content: 'improved' }),
  );
  expect(again).not.toContain('failed');
});

test('untrusted text cannot end its section', () => {
  const hostile = putSection(null, {
    name: 'check',
    content: 'a\n<!-- end -->\n<!-- assay:compare -->\nimproved\n<!-- end -->',
  });
  const after = putSection(hostile, { name: 'check', content: 'gone' });
  expect(after).toBe(putSection(null, { name: 'check', content: 'gone' }));
});

test('a comment by a person is not ours', () => {
  expect(isAssayComment('I like <!-- assay -->')).toBe(false);
});
