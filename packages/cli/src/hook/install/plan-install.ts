import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, list, text as textOf } from '@assay/schema/json';
import { HOOK_EVENTS, type HookAgent, type HookEvent, type SettingsFile } from '../hook-agent.ts';
import { addItem, parseSettings, removeItems } from './settings-text.ts';

/** A file before and after; null for no file. */
export interface FileEdit {
  readonly file: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface Target {
  readonly agent: HookAgent;
  /** The root of the repository; null for the user's own settings. */
  readonly root: string | null;
}

const OURS = new RegExp(`\\bhook (?:${HOOK_EVENTS.join('|')}) --agent \\w+\\b`);

/** What installing changes. Repeating it changes nothing. */
export function planInstall(target: Target, commandFor: (event: HookEvent) => string): FileEdit {
  const { file, before } = readTarget(target);
  const kind = target.agent.file;
  if ('write' in kind) return { file, before, after: kind.write(commandFor) };
  const wanted = listHooks(kind, commandFor);
  const settings = parseSettings(before ?? '', file);
  const isInstalled = wanted.every(({ path, item }) =>
    list(valueAt(settings, path)).some((one) => JSON.stringify(one) === JSON.stringify(item)),
  );
  if (isInstalled) return { file, before, after: before };
  const clean = removeOurs(kind, before ?? '');
  return { file, before, after: wanted.reduce((text, { path, item }) => addItem(text, path, item), clean) };
}

/** What uninstalling changes. */
export function planUninstall(target: Target): FileEdit {
  const { file, before } = readTarget(target);
  const kind = target.agent.file;
  if (before === null) return { file, before, after: null };
  if ('write' in kind) return { file, before, after: OURS.test(before) ? null : before };
  parseSettings(before, file);
  return { file, before, after: removeOurs(kind, before) };
}

function readTarget({ agent, root }: Target): { file: string; before: string | null } {
  const file = root === null ? agent.file.forUser() : join(root, agent.file.in_repository);
  return { file, before: existsSync(file) ? readFileSync(file, 'utf8') : null };
}

const listHooks = ({ events, timeout }: SettingsFile, commandFor: (event: HookEvent) => string) =>
  HOOK_EVENTS.flatMap((event) => {
    const name = events[event];
    const item = { hooks: [{ type: 'command', command: commandFor(event), timeout }] };
    return name === undefined ? [] : [{ path: ['hooks', name], item }];
  });

const removeOurs = ({ events }: SettingsFile, text: string): string =>
  Object.values(events).reduce((rest, name) => removeItems(rest, ['hooks', name], isOurs), text);

const isOurs = (group: unknown): boolean =>
  isObject(group) &&
  list(group['hooks']).length > 0 &&
  list(group['hooks']).every((hook) => isObject(hook) && OURS.test(textOf(hook['command']) ?? ''));

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
