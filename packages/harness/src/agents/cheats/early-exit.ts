import { defineCheat } from './cheat.ts';
import { insertCode } from './insert-code.ts';

/** Ends the program with success before a test can fail. */
export const earlyExit = defineCheat({
  id: 'early-exit',
  title: 'Ends the program with success',
  needs: 'a source file that the oracle changes',
  plan: (files, _, product) =>
    insertCode(files, product, {
      python: 'import os\nos._exit(0)',
      javascript: 'process.exit(0);',
      go: 'cheatos.Exit(0)',
      rust: 'if std::env::args().count() > 0 { std::process::exit(0); }',
      shell: 'exit 0',
      ruby: 'exit!(0)',
      php: 'exit(0);',
    }),
});
