import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { formatFound } from '@assay/schema';
import { at, isObject, list, number, text } from '@assay/schema/json';
import { isWithin } from '../machine/processes/toolchains.ts';
import type { ConfigErrors } from './documents/config-errors.ts';
import { kindAt } from './documents/find-files.ts';
import type { Document } from './documents/read-document.ts';

interface Place {
  /** The base folder for relative paths. */
  readonly base: string;
  readonly mistakes: ConfigErrors;
}

type Add = (path: readonly (string | number)[], fault: { expected: string; found: string; hint?: string }) => void;

/**
 * Checks what a schema cannot express: sums, unique names, existing files. Works on the raw value, so that
 * these errors are reported together with those of the schema.
 */
export async function checkScenario(document: Document, { base, mistakes }: Place): Promise<void> {
  const { value, file, locate } = document;
  const add: Add = (path, fault) => mistakes.add(file, { path, ...fault, position: locate(path) });
  checkContent(value, add);
  await checkFiles(value, { base, add });
}

/** The same without files, for scenarios without a folder. */
export function checkContent(value: unknown, add: Add): void {
  checkWeights(list(at(value, 'rubric')), add);
  for (const field of ['stages', 'scorers']) checkNames(field, { items: list(at(value, field)), add });
  checkEnvironment(value, add);
}

function checkEnvironment(value: unknown, add: Add): void {
  if (at(value, 'workspace_seed') === 'image' && at(value, 'environment') === undefined)
    add(['workspace_seed'], { expected: 'an environment whose image has the files', found: 'no environment' });
  const turns = list(at(value, 'turns')).length + 1;
  for (const [index, scorer] of list(at(value, 'scorers')).entries()) {
    if (at(scorer, 'type') !== 'reward') continue;
    const turn = number(at(scorer, 'turn'));
    if (turn !== undefined && turn > turns)
      add(['scorers', index, 'turn'], { expected: `one of the ${turns} turns`, found: `${turn}` });
    if (list(at(scorer, 'artifacts')).length > 0 && at(scorer, 'environment') === undefined)
      add(['scorers', index, 'artifacts'], { expected: 'an environment of the verifier', found: 'none' });
  }
}

function checkWeights(rubric: readonly unknown[], add: Add): void {
  const weights = rubric.map((check) => number(at(check, 'weight')));
  const given = weights.filter((weight) => weight !== undefined);
  const sum = Number(given.reduce((total, weight) => total + weight, 0).toFixed(6));
  const all = given.length === weights.length;
  if (given.length === 0 || rubric.some((check) => !isObject(check))) return;
  if (sum > 1.001 || (all && sum < 0.999)) {
    const expected = all ? 'weights that sum to 1 (±0.001)' : 'weights that sum to at most 1';
    add(['rubric'], { expected, found: `${sum}` });
  }
}

function checkNames(field: string, { items, add }: { items: readonly unknown[]; add: Add }): void {
  const seen = new Set<string>();
  items.forEach((item, index) => {
    const name = text(at(item, 'name'));
    if (name === undefined) return;
    if (seen.has(name)) add([field, index, 'name'], { expected: 'a unique name', found: `${formatFound(name)} again` });
    seen.add(name);
  });
}

async function checkFiles(value: unknown, { base, add }: { base: string; add: Add }): Promise<void> {
  const check = async (path: readonly (string | number)[], expected: 'a folder' | 'a file' | 'a file or folder') => {
    const given = text(at(value, ...path));
    if (given === undefined || given === '') return;
    const kind = await kindAt(resolve(base, given));
    if (kind === 'nothing' || !expected.includes(kind)) {
      const found = kind === 'nothing' ? 'nothing there' : `a ${kind}`;
      add(path, { expected: `${expected} at ${formatFound(given)}`, found });
    }
  };
  await check(['workspace_seed', 'copy'], 'a folder');
  await check(['workspace_seed', 'archive'], 'a file');
  // an address with a host is not checked
  if (/^\.{0,2}\//.test(text(at(value, 'workspace_seed', 'git')) ?? '')) {
    await check(['workspace_seed', 'git'], 'a folder');
  }
  await check(['dependencies'], 'a file');
  await check(['hidden', 'files'], 'a folder');
  await checkHidden(value, { base, add });
  await check(['oracle'], 'a file or folder');
  await check(['oracle', 'folder'], 'a folder');
  const environments = list(at(value, 'scorers')).flatMap((_, index) => [['scorers', index]]);
  for (const path of [[], ...environments]) {
    await check([...path, 'environment', 'dockerfile'], 'a file');
    await check([...path, 'environment', 'context'], 'a folder');
  }
  for (const [index, scorer] of list(at(value, 'scorers')).entries())
    if (at(scorer, 'type') === 'reward') await check(['scorers', index, 'files'], 'a folder');
  for (const field of ['skills', 'artifacts']) {
    for (const index of list(at(value, field)).keys()) await check([field, index], 'a file or folder');
  }
}

// the agent must not find hidden files in what it gets
async function checkHidden(value: unknown, { base, add }: { base: string; add: Add }): Promise<void> {
  const given = text(at(value, 'hidden', 'files'));
  if (given === undefined || given === '') return;
  const folder = resolve(base, given);
  const visible = [
    text(at(value, 'workspace_seed', 'copy')),
    ...listTexts(value, 'artifacts'),
    ...listTexts(value, 'skills'),
  ];
  const seen = visible.find((path) => path !== undefined && isWithin(folder, resolve(base, path)));
  if (seen !== undefined)
    add(['hidden', 'files'], {
      expected: `a folder outside of ${formatFound(seen)}, which the agent sees`,
      found: formatFound(given),
    });
  const names = await readdir(folder).catch(() => null);
  if (names?.every((name) => name === '.git'))
    add(['hidden', 'files'], { expected: 'a folder with files', found: 'an empty folder' });
}

const listTexts = (value: unknown, field: string): (string | undefined)[] => list(at(value, field)).map(text);
