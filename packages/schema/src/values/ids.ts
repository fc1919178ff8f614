import { z } from 'zod';

// Crockford's alphabet in lower case: no i, l, o or u, so an id survives being read aloud.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
const ENTROPY_BYTES = 10;

const id = <P extends string, B extends string>(prefix: P, brand: B) =>
  z
    .string()
    .regex(
      new RegExp(`^${prefix}_[${ALPHABET}]{26}$`),
      `expected an id: ${prefix}_ followed by 26 lower-case letters and digits`,
    )
    .brand<B>()
    .meta({
      id: brand,
      description: `Id of one ${brand.replace(/Id$/, '').toLowerCase()}. Opaque; sorts by creation time.`,
    });

export const RunId = id('run', 'RunId');
export type RunId = z.infer<typeof RunId>;
export const TaskId = id('task', 'TaskId');
export type TaskId = z.infer<typeof TaskId>;
export const ScenarioId = id('scn', 'ScenarioId');
export type ScenarioId = z.infer<typeof ScenarioId>;
export const JudgmentId = id('jdg', 'JudgmentId');
export type JudgmentId = z.infer<typeof JudgmentId>;
export const ComparisonId = id('cmp', 'ComparisonId');
export type ComparisonId = z.infer<typeof ComparisonId>;
export const EvaluationId = id('evl', 'EvaluationId');
export type EvaluationId = z.infer<typeof EvaluationId>;
export const OrganizationId = id('org', 'OrganizationId');
export type OrganizationId = z.infer<typeof OrganizationId>;
export const WorkspaceId = id('wsp', 'WorkspaceId');
export type WorkspaceId = z.infer<typeof WorkspaceId>;

/** Whether a database can store a text and use it as a key. */
export const isStorable = (text: string): boolean => !/[\0\ud800-\udfff]/u.test(text);

/** The caller's name for an agent: 1–200 characters, compared exactly after NFC normalization. */
export const AgentId = z
  .string()
  .normalize('NFC')
  .min(1)
  .max(200)
  .refine(isStorable, 'expected valid Unicode text without NUL characters')
  .meta({ id: 'AgentId', description: "The caller's name for an agent; compared exactly after NFC normalization." });
export type AgentId = z.infer<typeof AgentId>;

const PREFIXES = {
  run: RunId,
  task: TaskId,
  scn: ScenarioId,
  jdg: JudgmentId,
  cmp: ComparisonId,
  evl: EvaluationId,
  org: OrganizationId,
  wsp: WorkspaceId,
} as const;

export type IdPrefix = keyof typeof PREFIXES;

/**
 * Creates an id: 48 bits of time, so that ids sort by creation, then 80 bits of entropy.
 * The caller provides time and entropy; the same values give the same id.
 */
export function createId<P extends IdPrefix>(
  prefix: P,
  source: { time_ms: number; entropy: Uint8Array },
): z.infer<(typeof PREFIXES)[P]> {
  const { time_ms, entropy } = source;
  if (!Number.isSafeInteger(time_ms) || time_ms < 0 || time_ms >= 2 ** 48) {
    throw new RangeError(`Expected \`time_ms\` to be a whole number of milliseconds below 2^48, got ${time_ms}`);
  }
  if (entropy.length !== ENTROPY_BYTES) {
    throw new RangeError(`Expected \`entropy\` to be ${ENTROPY_BYTES} bytes, got ${entropy.length}`);
  }
  let time = '';
  for (let rest = time_ms, i = 0; i < TIME_LENGTH; i++, rest = Math.floor(rest / 32)) time = ALPHABET[rest % 32] + time;

  // five bytes become eight characters of five bits
  let tail = '';
  for (let offset = 0; offset < ENTROPY_BYTES; offset += 5) {
    let bits = 0n;
    for (let i = 0; i < 5; i++) bits = (bits << 8n) | BigInt(entropy[offset + i] as number);
    for (let shift = 35n; shift >= 0n; shift -= 5n) tail += ALPHABET[Number((bits >> shift) & 31n)];
  }
  return `${prefix}_${time}${tail}` as z.infer<(typeof PREFIXES)[P]>;
}
