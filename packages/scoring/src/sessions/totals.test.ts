import fc from 'fast-check';
import { expect, test } from 'vitest';
import { projectOf } from './project.ts';
import { weekOf } from './totals.ts';

test.each([
  ['2026-11-17T12:00:00Z', '2026-11-16'],
  ['2026-11-16T00:00:00Z', '2026-11-16'],
  ['2026-11-15T23:59:59Z', '2026-11-09'],
  ['2024-03-01T00:00:00Z', '2024-02-26'],
  ['yesterday', null],
])('%s is in the week of %s', (at, week) => {
  expect(weekOf(at)).toBe(week);
});

test('a week starts on a Monday, at most six days before', () => {
  const instants = fc.date({ min: new Date('1971-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, (date) => {
      const monday = new Date(`${weekOf(date.toISOString())}T00:00:00Z`);
      expect(monday.getUTCDay()).toBe(1);
      expect((date.getTime() - monday.getTime()) / 86_400_000).toBeLessThan(7);
      expect(date.getTime()).toBeGreaterThanOrEqual(monday.getTime());
    }),
  );
});

test.each([
  { source: '/home/a/.claude/projects/-home-a-clock/x.jsonl', text: 'hi', project: '-home-a-clock' },
  {
    source: 'x.jsonl',
    text: '<environment_context><cwd>/home/a/clock</cwd></environment_context>',
    project: '/home/a/clock',
  },
  { source: 'x.jsonl', text: 'hi', project: null },
])('the project of $source is $project', ({ source, text, project }) => {
  expect(projectOf(source, [{ type: 'user', text }])).toBe(project);
});
