import { quote } from '../../machine/processes/quote.ts';

// by the program that runs the tests
const IMAGES: readonly (readonly [program: RegExp, image: string])[] = [
  [/\bpython3?\b/, 'python:3.12'],
  [/\b(?:node|npm|npx|pnpm|yarn|vitest|jest|mocha|ava)\b/, 'node:22'],
  [/\bgo (?:test|run)\b/, 'golang:1.24'],
  [/\bcargo\b/, 'rust:1.85'],
  [/\bmvn\b/, 'maven:3-eclipse-temurin-21'],
  [/\bgradlew?\b/, 'gradle:8-jdk21'],
  [/\b(?:bundle|rake|rspec)\b/, 'ruby:3.3'],
];

/** A public image with the programs of a test command. */
export const chooseImage = (command: string): string =>
  IMAGES.find(([program]) => program.test(command))?.[1] ?? 'debian:12';

// programs that these images do not have
const TOOLS: readonly (readonly [tool: RegExp, line: string])[] = [
  [/\buv /, 'RUN pip install uv'],
  [/\b(?:pnpm|yarn) /, 'RUN corepack enable'],
];

/** An install command and where it runs in the workspace; null: at the top. */
export interface Installing {
  readonly command: string;
  readonly folder: string | null;
}

/** The lines of a Dockerfile that install what the tests need. */
export function listInstallLines({ command, folder }: Installing): string[] {
  const tools = TOOLS.flatMap(([tool, line]) => (tool.test(command) ? [line] : []));
  const below = folder === null ? '' : `${folder}/`;
  const path = /\.venv\b|^uv /.test(command) ? [`ENV PATH="/app/${below}.venv/bin:$PATH"`] : [];
  const line = folder === null ? command : `cd ${quote(folder)} && { ${command}\n}`;
  return [...tools, `RUN ${JSON.stringify(['sh', '-c', line])}`, ...path];
}
