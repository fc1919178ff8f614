import { expect, test } from 'vitest';
import { configurationOf } from '../../../test/configurations.ts';
import { withoutSkill } from './without-skill.ts';

const CONFIGURATION = configurationOf({
  'CLAUDE.md': 'x',
  '.claude/skills/review/SKILL.md': 'x',
  '.claude/skills/review/scripts/run*': 'x',
  '.claude/skills/review-more/SKILL.md': 'x',
  '.codex/skills/review/SKILL.md': 'x',
  '.gemini/skills/review@': '../../.claude/skills/review',
  'web/.claude/skills/review/SKILL.md': 'x',
  '.claude/commands/review.md': 'x',
});

test('removes a skill for every agent, and nothing else', () => {
  const { ref, files } = withoutSkill(CONFIGURATION, 'review');
  expect([...files.keys()]).toEqual(['.claude/commands/review.md', '.claude/skills/review-more/SKILL.md', 'CLAUDE.md']);
  expect(ref).toMatchObject({ label: 'made without review', source: 'made', commit: null });
  expect(ref.digest).not.toBe(CONFIGURATION.ref.digest);
});

test.each([
  { name: 'reveiw', says: 'did you mean review?' },
  { name: 'deploy', says: 'known: review, review-more' },
  { name: '', says: 'known: review, review-more' },
])('rejects the skill $name: $says', ({ name, says }) => {
  expect(() => withoutSkill(CONFIGURATION, name)).toThrow(says);
});

test('says if there are no skills', () => {
  expect(() => withoutSkill(configurationOf({ 'CLAUDE.md': 'x' }), 'review')).toThrow(
    'there are no skills in .claude/skills, .codex/skills or .gemini/skills',
  );
});
