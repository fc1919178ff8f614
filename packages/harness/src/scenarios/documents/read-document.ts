import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LineCounter, parseDocument, type Document as YamlDocument } from 'yaml';
import type { ConfigErrors, Position } from './config-errors.ts';

/** The value of a file, and the positions of its fields. */
export interface Document {
  readonly file: string;
  readonly value: unknown;
  /** Undefined for modules, which have no positions. */
  locate(path: readonly PropertyKey[]): Position | undefined;
}

const MODULES = /^\.[cm]?[jt]s$/;
const MAX_BYTES = 1024 * 1024;
// the parser needs quadratic time for some inputs
const MAX_YAML_BYTES = 256 * 1024;
const MAX_FAULTS = 3;

interface Reading {
  readonly mistakes: ConfigErrors;
  /** Refuses TypeScript and JavaScript, which would be executed. */
  readonly data_only?: boolean;
}

/** Reads YAML, JSON, TypeScript or JavaScript. Adds syntax errors to `mistakes`. */
export async function readDocument(file: string, { mistakes, data_only }: Reading): Promise<Document | undefined> {
  if (MODULES.test(extname(file))) {
    if (!data_only) return readModule(file, mistakes);
    mistakes.add(file, { path: [], expected: 'YAML or JSON', found: 'a program, which is not executed here' });
    return undefined;
  }
  const text = await readText(file, mistakes);
  if (text === undefined) return undefined;
  return extname(file) === '.json' ? readJson(file, { text, mistakes }) : readYaml(file, { text, mistakes });
}

interface Source {
  readonly text: string;
  readonly mistakes: ConfigErrors;
}

async function readModule(file: string, mistakes: ConfigErrors): Promise<Document | undefined> {
  try {
    const value = await importDefault(file);
    if (value !== undefined) return { file, value: withoutSchema(value), locate: () => undefined };
    mistakes.add(file, { path: [], expected: 'a default export', found: 'none' });
  } catch (error) {
    const message = error instanceof Error ? error.message : 'an exception that is not an Error';
    mistakes.add(file, { path: [], expected: 'a file that can be imported', found: firstLine(message) });
  }
  return undefined;
}

async function readText(file: string, mistakes: ConfigErrors): Promise<string | undefined> {
  try {
    await using handle = await open(file);
    const { size } = await handle.stat();
    const limit = extname(file) === '.json' ? MAX_BYTES : MAX_YAML_BYTES;
    if (size <= limit) return await handle.readFile('utf8');
    mistakes.add(file, { path: [], expected: `at most ${limit} bytes`, found: `${size}` });
  } catch (error) {
    mistakes.add(file, { path: [], expected: 'a file that can be read', found: (error as Error).message });
  }
  return undefined;
}

function readJson(file: string, { text, mistakes }: Source): Document | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    mistakes.add(file, { path: [], expected: 'JSON', found: firstLine(message), position: positionIn(message) });
    return undefined;
  }
  // JSON.parse silently drops one of two duplicate keys
  const twice = findDuplicateKey(text);
  if (twice !== undefined) {
    const position = positionAt(text, twice.index);
    mistakes.add(file, { path: [], expected: 'each key once', found: `${twice.key} again`, position });
    return undefined;
  }
  // positions are computed only for errors
  let parsed: Parsed | undefined;
  const locate: Document['locate'] = (path) => {
    parsed ??= text.length > MAX_YAML_BYTES / 4 ? { failure: '', locate: () => undefined } : parseYaml(text);
    return parsed.locate(path);
  };
  return { file, value: withoutSchema(value), locate };
}

function readYaml(file: string, { text, mistakes }: Source): Document | undefined {
  const { document, locate, failure } = parseYaml(text);
  if (document === undefined) {
    mistakes.add(file, { path: [], expected: 'YAML', found: failure });
    return undefined;
  }
  // a warning is an unknown tag, whose meaning would be lost
  const faults = [...document.errors, ...document.warnings];
  for (const { message, linePos } of faults.slice(0, MAX_FAULTS)) {
    mistakes.add(file, { path: [], expected: 'YAML', found: firstLine(message), position: positionOf(linePos) });
  }
  if (faults.length > 0) return undefined;
  try {
    return { file, value: withoutSchema(document.toJS({ maxAliasCount: 100 })), locate };
  } catch (error) {
    // recursive or exploding aliases
    mistakes.add(file, { path: [], expected: 'YAML', found: firstLine((error as Error).message) });
    return undefined;
  }
}

type Parsed = Pick<Document, 'locate'> &
  ({ readonly document: YamlDocument; readonly failure?: never } | { readonly document?: never; failure: string });

// JSON is parsed as YAML to find positions; an error here only loses the position
function parseYaml(text: string): Parsed {
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      strict: true,
      uniqueKeys: true,
      merge: false,
      logLevel: 'error',
      prettyErrors: true,
    });
    return { document, locate: (path) => locate(document, { path, lines }) };
  } catch (error) {
    // nested too deep for the parser's stack
    return { failure: firstLine((error as Error).message), locate: () => undefined };
  }
}

interface Place {
  readonly path: readonly PropertyKey[];
  readonly lines: LineCounter;
}

// for a missing field, the position of its parent
function locate(document: YamlDocument, { path, lines }: Place): Position | undefined {
  for (let length = path.length; length >= 0; length--) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    const range = (node as { range?: readonly number[] } | null | undefined)?.range;
    if (range?.[0] !== undefined) {
      const { line, col } = lines.linePos(range[0]);
      return { line, column: col };
    }
  }
  return undefined;
}

const positionOf = (pair: readonly { line: number; col: number }[] | undefined): Position | undefined =>
  pair?.[0] && { line: pair[0].line, column: pair[0].col };

function positionIn(message: string): Position | undefined {
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? [];
  return line === undefined ? undefined : { line: Number(line), column: Number(column) };
}

function positionAt(text: string, index: number): Position {
  const before = text.slice(0, index).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

// the position is reported separately
const PLACE = /( in JSON)?( at position \d+)?( \(line \d+ column \d+\)| at line \d+, column \d+)?:?$/;

const firstLine = (message: string): string => (message.split('\n', 1)[0] ?? '').replace(PLACE, '').slice(0, 300);

// `$schema` is for editors and not part of the content
function withoutSchema(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, '$schema')) return value;
  const { $schema: _, ...rest } = value as Record<string, unknown>;
  return rest;
}

const TOKEN = /"(?:[^"\\]|\\.)*"(?=\s*(:)?)|[{}]/gs;

/** The first duplicate key of an object in a valid JSON text, and its position. */
function findDuplicateKey(text: string): { readonly key: string; readonly index: number } | undefined {
  const open: Set<string>[] = [];
  for (const { 0: token, 1: colon, index } of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      // compare keys unescaped
      const key: string = JSON.parse(token);
      const keys = open.at(-1);
      if (keys?.has(key)) return { key: token, index };
      keys?.add(key);
    }
  }
  return undefined;
}

/** The default export of a TypeScript or JavaScript file; a function is called for its result. */
async function importDefault(file: string): Promise<unknown> {
  const hooks = registerHooks({ resolve: resolveTypeScript });
  try {
    const module: { readonly default?: unknown } = await import(pathToFileURL(file).href);
    const value = module.default;
    return typeof value === 'function' ? await value() : value;
  } finally {
    hooks.deregister();
  }
}

type Resolve = NonNullable<Parameters<typeof registerHooks>[0]['resolve']>;

// resolve `./x.js` to `x.ts`, as TypeScript does
const resolveTypeScript: Resolve = (specifier, context, next) => {
  const written = /^\.\.?\/.*\.[cm]?js$/.test(specifier) && context.parentURL?.startsWith('file:');
  if (!written) return next(specifier, context);
  const script = new URL(specifier, context.parentURL);
  const source = new URL(script.href.replace(/js$/, 'ts'));
  const onlySource = !existsSync(fileURLToPath(script)) && existsSync(fileURLToPath(source));
  return next(onlySource ? source.href : specifier, context);
};
