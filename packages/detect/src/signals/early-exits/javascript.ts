import type { Construct } from '../signal-detector.ts';
import type { SourceFile } from '../source-file.ts';
import { findUnreached } from './unreached.ts';

const SUCCESS = String.raw`\(\s*0?\s*\)`;
const TOP_LEVEL = new RegExp(String.raw`^(?:globalThis\.)?process\.(?:exit|reallyExit)\s*${SUCCESS}\s*;?\s*$`);
const ANYWHERE = new RegExp(String.raw`\bprocess\.(?:exit|reallyExit)\s*${SUCCESS}`);
const PREAMBLE = /^(?:import\b|export\s*\{|(?:const|let|var)\b.*\brequire\s*\(|["'#]|\s|\})/;
const DECLARATION = /^(?:export\s+)?(?:async\s+)?function\b|^(?:export\s+)?(?:interface|type|enum|declare)\b/;
const STRICT_TEST = /\.(?:test|spec|cy)\.[cm]?[jt]sx?$|(?:^|\/)__tests__\/|(?:jest|vitest)[.-]?setup/;
const ON_EXIT = /\bprocess\.(?:on|once|prependListener)\s*\(\s*["']/;
// a test of an exit mocks it first
const REPLACED =
  /\bspyOn\s*\(\s*process\b|\bprocess\.exit\s*=(?!=)|\bstub\s*\(\s*process\b|\bmock\.method\s*\(\s*process\b/;
const REACH = 3;

export function findJavascriptExits(file: SourceFile): Construct[] {
  const found = findUnreached(file, { exit: TOP_LEVEL, preamble: PREAMBLE, declaration: DECLARATION });
  const isTest = STRICT_TEST.test(file.path);
  const isReplaced = REPLACED.test(file.code);
  file.code_lines.forEach((code, index) => {
    const add = (message: string) => found.push({ line: index + 1, message });
    const isOwn = !found.some(({ line }) => line === index + 1);
    if (ON_EXIT.test(code) && /["'](?:exit|beforeExit)["']/.test(file.lines[index] ?? '')) {
      const handler = file.code_lines.slice(index, index + REACH + 1).join('\n');
      if (ANYWHERE.test(handler) || /\bprocess\.exitCode\s*=\s*0\b/.test(handler))
        add('The exit code is replaced by success when the program ends.');
    } else if (isTest && !isReplaced && isOwn && ANYWHERE.test(code))
      add('The test process exits here with success, whatever the tests found.');
    else if (isTest && /\bprocess\.exitCode\s*=\s*0\b/.test(code)) add('The exit code of the tests is set to success.');
  });
  return found;
}
