import { exampleRun } from '../run-params.ts';
import { exampleStoredScenario, exampleWholeScenario } from './example-scenario.ts';

/** Example for the API reference. */
export const exampleTask = {
  task_id: exampleRun.task_id,
  scenario_id: exampleStoredScenario.scenario_id,
  seeded_at: '2026-11-15T11:45:00.000Z',
  scenario: exampleWholeScenario,
  task_digest: 'c67206afb6ad59cd0f35b0aae2f1f7fab684f6eb57ec7b892cb829ebb634e393',
  scorers_digest: 'bdb42331d7f835ab1cbcef71b9cfae77d7e73fc61cf5fa1cda08541a0cc44c30',
  rubric_digest: '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945',
  seed_digest: 'ca0f3ba1cda083941c93b1df5b1aa57ac91a125ece202d85d133e2bcff7f71e0',
  file_digests: {},
};

/** The task with its files. */
export const exampleStoredTask = {
  ...exampleTask,
  files: [
    {
      name: 'fixture/invoice.js',
      executable: false,
      digest: '079aadc1987b1857b9adf894f3dbe2482e6f083a36daa26c7db538bb60c4932e',
      size_bytes: 84,
    },
    {
      name: 'fixture/invoice.test.js',
      executable: false,
      digest: '5a0900bb18cee65d72638e9a1505a0d0d70c8b2f8983ef2e36f787f86071d606',
      size_bytes: 269,
    },
    {
      name: 'fixture/package.json',
      executable: false,
      digest: '1149054e81dbfe415c6272a2726685791b15dd88224530da01f2ef8f58941868',
      size_bytes: 59,
    },
  ],
};
