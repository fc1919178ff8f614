import { basename } from 'node:path/posix';
import { hasChecks, parseShell, runsChecks } from '@assay/scoring';
import { listCommandLines } from './command-lines.ts';
import { type Construct, defineDetector } from './signal-detector.ts';
import type { SourceFile } from './source-file.ts';
import { blockAround } from './workflow-block.ts';

/** Checks whose failure is ignored. */
export const swallowedStatus = defineDetector({
  kind: 'swallowed_status',
  find: (file) => [...inCommands(file), ...inScript(file), ...inSettings(file)],
});

const SWALLOWED = 'The status of this check is discarded, so it cannot fail; pass it on.';
// a fallback that always succeeds, with nothing after it that can fail
const CONTENT =
  /^\s*(?:true|:|\/bin\/true|exit\s+0|\(\s*exit\s+0\s*\)|echo\b(?![^\n]*\b(?:exit\s+[1-9$]|false\b|return\s+[1-9])).*)\s*["'`)}]*\s*;?\s*$/;
const TRAILING = /;\s*(?:true|:|exit\s+0)\s*["'`]?\s*$/;

function inCommands(file: SourceFile): Construct[] {
  return listCommandLines(file).flatMap(({ line, command, ignores_failure }) => {
    if (ignores_failure && hasChecks(command)) return [{ line, message: SWALLOWED }];
    return swallows(command) ? [{ line, message: SWALLOWED }] : [];
  });
}

function swallows(command: string): boolean {
  if (FLAGS.test(command) && hasChecks(command)) return true;
  const bars = command.lastIndexOf('||');
  if (bars !== -1 && CONTENT.test(command.slice(bars + 2))) return endsInCheck(command.slice(0, bars));
  const trailing = TRAILING.exec(command);
  return trailing !== null && endsInCheck(command.slice(0, trailing.index));
}

const FLAGS =
  /-Dmaven\.test\.failure\.ignore(?:=true)?(?:\s|$)|-DtestFailureIgnore=true|--suppress-tests-failed-exit-code/;

// `||` sees the status of the pipeline before it; inside quotes, only the quoted command counts
function endsInCheck(script: string): boolean {
  const quotes = script.match(/["'`]/g) ?? [];
  const own =
    quotes.length % 2 === 1
      ? script.slice(Math.max(...['"', "'", '`'].map((mark) => script.lastIndexOf(mark))) + 1)
      : script;
  const last = own.split(/;|&&|\n/).at(-1) ?? '';
  return parseShell(last).some(runsChecks);
}

const STOPS_AT_ERRORS = /^\s*set\s+-\w*e|^\s*set\s+.*-o\s+errexit|^#!.*\s-\w*e/m;
const READS_STATUS = /\$\?|\$\{?PIPESTATUS|\bif\b|\|\|/;

// a script that runs checks and then exits with success
function inScript({ language, uncommented_lines: lines, path, is_test }: SourceFile): Construct[] {
  if (language.id !== 'shell' || (is_test && path.endsWith('.bats'))) return [];
  const checks = lines.map((line) => /^\S/.test(line) && hasChecks(line));
  const found: Construct[] = [];
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const script = lines.join('\n');
  if (
    /^exit\s+0\s*;?\s*$/.test(lines[last] ?? '') &&
    checks.includes(true) &&
    !STOPS_AT_ERRORS.test(script) &&
    !READS_STATUS.test(script)
  )
    found.push({ line: last + 1, message: 'This script always succeeds; exit with the status of its checks.' });
  lines.forEach((line, index) => {
    if (!/^\s*set\s+\+e\b|^\s*set\s+\+o\s+errexit\b/.test(line) || !checks.slice(index + 1).includes(true)) return;
    const rest = lines.slice(index + 1).join('\n');
    if (!READS_STATUS.test(rest) && !STOPS_AT_ERRORS.test(rest))
      found.push({ line: index + 1, message: 'From here on, a failing check does not stop this script; let it stop.' });
  });
  return found;
}

/** Settings of build tools and workflows with the same effect. */
function inSettings(file: SourceFile): Construct[] {
  const name = basename(file.path);
  if (/\.ya?ml$/.test(name)) return inWorkflow(file);
  const pattern = /^pom\.xml$/.test(name)
    ? /<(?:testFailureIgnore|maven\.test\.failure\.ignore)>\s*true\s*</
    : /\.gradle(?:\.kts)?$/.test(name)
      ? /\bignoreFailures\s*(?:=|\()?\s*true\b/
      : undefined;
  if (pattern === undefined) return [];
  return file.uncommented_lines.flatMap((line, index) =>
    pattern.test(line) ? [{ line: index + 1, message: SWALLOWED }] : [],
  );
}

const TOLERANT = /^(\s*)(?:-\s+)?(?:continue-on-error|allow_failure|continueOnError)\s*:\s*true\s*$/;

// a step or job that may fail matters only if it runs checks
function inWorkflow({ uncommented_lines: lines }: SourceFile): Construct[] {
  const known = new Map<string, boolean>();
  const isCheck = (line: string): boolean => {
    const found = known.get(line) ?? hasChecks(line.replace(STEP, '').replace(/^\s*-\s+/, ''));
    known.set(line, found);
    return found;
  };
  const tolerant = lines.flatMap((line, index) => (TOLERANT.test(line) ? [index] : [])).slice(0, MOST_TOLERANT);
  return tolerant
    .filter((index) => blockAround(lines, index).some(isCheck))
    .map((index) => ({
      line: index + 1,
      message: 'This check can fail without failing the workflow; let its failure count.',
    }));
}

const STEP = /^\s*(?:-\s+)?(?:run|script)\s*:\s*[|>]?[-+]?\s*/;
const MOST_TOLERANT = 1000;
