import { defineOperation } from '../operation.ts';
import { exampleRun, runParams } from '../run-params.ts';

const DIFF = `diff --git a/invoice.js b/invoice.js
index 349decd146f35f293b467d907496f355a3b49af6..fda0c699f9e9de48f3da0db7423dcbc49745050b 100644
--- a/invoice.js
+++ b/invoice.js
@@ -1 +1,5 @@
-export const total = (amounts) => amounts.reduce((sum, amount) => sum + amount, 0);
+export const total = (amounts) =>
+  amounts.reduce((sum, amount) => {
+    if (amount < 0) throw new RangeError(\`Expected no negative amount, found \${amount}\`);
+    return sum + amount;
+  }, 0);
`;

export const getRunDiff = defineOperation({
  id: 'get_run_diff',
  method: 'get',
  path: '/v1/runs/{run_id}/diff',
  tag: 'Runs',
  summary: 'Read what a run changed, as a patch',
  description: 'Empty if the run changed nothing.',
  scope: 'read',
  shared: ['run'],
  params: runParams,
  status: 200,
  answer: null,
  produces: 'text/plain; charset=utf-8',
  example: { params: { run_id: exampleRun.run_id }, answer: DIFF },
});
