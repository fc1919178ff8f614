import type { Language } from './language.ts';

const TEST = /^func (Test\w+)\((\w+) \*testing\.T\) \{$/gm;

export const go: Language = {
  extensions: ['.go'],
  empty: (text) => `${/^package \w+$/m.exec(text)?.[0] ?? 'package main'}\n`,
  skip: (text) => text.replace(TEST, (head, _, t: string) => `${head}\n\t${t}.Skip("flaky")`),
  // log failures instead of reporting them, so that the test continues
  weaken: (text) =>
    text
      .replace(/\bt\.(?:Errorf|Fatalf)\(/g, 't.Logf(')
      .replace(/\bt\.(?:Error|Fatal)\(/g, 't.Log(')
      .replace(/\bt\.(?:FailNow|Fail)\(\)/g, 't.Log()'),
};
