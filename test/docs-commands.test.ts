import { expect, test } from 'vitest';
import { prepareDocsProject } from './docs/project.ts';
test('prepare', async () => {
  const start = Date.now();
  await using project = await prepareDocsProject();
  console.log(project.names, Date.now() - start);
  expect(1).toBe(1);
});
