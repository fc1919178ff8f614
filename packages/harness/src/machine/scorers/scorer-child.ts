import { readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Runs one scorer of the configuration in a process without rights. It reads the request from standard input and replies
// on its own descriptor: what the scorer prints is never taken for a reply.
const REPLY = 3;

interface Request {
  readonly url: string;
  /** Files that must not be loaded. */
  readonly refused: readonly string[];
  /** The arguments of the scorer; without them it is only described. */
  readonly given?: readonly [evidence: object, config: object];
}

const { url, refused, given }: Request = JSON.parse(readFileSync(0, 'utf8'));
const modules: string[] = [];
registerHooks({
  load(at, context, next) {
    if (refused.includes(at)) throw new Error(`${at} is part of the change`);
    if (at.startsWith('file:')) modules.push(at);
    return next(at, context);
  },
});

async function answer(): Promise<object> {
  const { default: scorer } = await import(url);
  if (given !== undefined) return { outcome: await scorer.score(...given) };
  if (typeof scorer !== 'object' || scorer === null) return { info: null };
  const { type, title, description, family, requires, score } = scorer;
  return { info: { type, title, description, family, requires, score: typeof score }, modules };
}

const reply = await answer().catch((error: unknown) => ({
  thrown: error instanceof Error ? error.message : String(error),
}));
writeFileSync(REPLY, JSON.stringify(reply));
// a scorer may leave timers behind
process.exit(0);
