import { findJavascriptExits } from './early-exits/javascript.ts';
import { findExitsInTests } from './early-exits/other-languages.ts';
import { findPythonExits } from './early-exits/python.ts';
import { findScriptExits } from './early-exits/scripts.ts';
import { defineDetector } from './signal-detector.ts';

/** Exits with success before anything can fail, and hooks that turn a failure into success. */
export const earlyExit = defineDetector({
  kind: 'early_exit',
  find: (file) => {
    switch (file.language.id) {
      case 'python':
        return findPythonExits(file);
      case 'javascript':
        return findJavascriptExits(file);
      case 'shell':
      case 'ruby':
        return findScriptExits(file);
      default:
        return findExitsInTests(file);
    }
  },
});
