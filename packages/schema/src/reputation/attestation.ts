import { z } from 'zod';
import { ChangeRecord } from '../results/change-record.ts';
import { ScorerVerdict } from '../scores/gates.ts';
import { AgentId, OrganizationId, RunId } from '../values/ids.ts';
import { Count, Digest, Instant } from '../values/units.ts';
import { CalibrationProgress, Lifecycle, Reputation } from './reputation.ts';
import { SourceCounts } from './reputation-reading.ts';

/** A DSSE envelope. The field names are defined by that format. */
export const DsseEnvelope = z
  .object({
    payloadType: z.literal('application/vnd.in-toto+json'),
    /** The statement in base64. The signature covers these exact bytes. */
    payload: z.base64(),
    signatures: z.array(z.object({ keyid: z.string(), sig: z.base64() })).min(1),
  })
  .meta({ id: 'DsseEnvelope', description: 'A signed statement: DSSE, Ed25519.' });
export type DsseEnvelope = z.infer<typeof DsseEnvelope>;

const Sha256 = z.object({ name: z.string(), digest: z.object({ sha256: Digest }) });
const GitTree = z.object({ name: z.string(), digest: z.object({ gitTree: z.string().regex(/^[0-9a-f]{40,64}$/) }) });

const statement = <Type extends string, Predicate extends z.ZodType, Subject extends z.ZodType>(
  type: Type,
  predicate: Predicate,
  subject: Subject,
) =>
  z.object({
    _type: z.literal('https://in-toto.io/Statement/v1'),
    subject,
    predicateType: z.literal(type),
    predicate,
  });

/** What the in-toto test result says for every reader. */
const testResult = {
  result: z.enum(['PASSED', 'WARNED', 'FAILED']),
  passedTests: z.array(z.string()),
  warnedTests: z.array(z.string()),
  failedTests: z.array(z.string()),
};

const issue = { organization_id: OrganizationId, issued_at: Instant, expires_at: Instant };

/** The evaluations a score is based on; their digest is in the subject of the statement. */
const AttestedWindow = z.object({ from_seq: Count, to_seq: Count, n: Count });

/** Attested reputation of an agent. The subject is the digest of the evaluations in the window, in order. */
export const ReputationStatement = statement(
  'urn:assay:attestation:reputation:v1',
  z.discriminatedUnion('lifecycle', [
    z.object({
      ...issue,
      agent_id: AgentId,
      score: z.null(),
      calibration: CalibrationProgress,
      lifecycle: Lifecycle.extract(['new', 'calibrating']),
      window: AttestedWindow,
    }),
    z.object({
      ...issue,
      agent_id: AgentId,
      formula: z.string(),
      formula_version: z.string(),
      score: Reputation.shape.score,
      lifecycle: Lifecycle.extract(['active', 'mature']),
      eval_count: Count,
      streak: Count,
      pass_rate: Reputation.shape.pass_rate,
      interval: Reputation.shape.interval,
      sources: SourceCounts,
      last_evaluated_at: Instant,
      window: AttestedWindow,
    }),
  ]),
  z.array(Sha256).min(1),
).meta({ id: 'ReputationStatement', description: 'The reputation of an agent at one time, as an in-toto statement.' });
export type ReputationStatement = z.infer<typeof ReputationStatement>;

/** Attested grade of a run: the in-toto test result plus Assay's fields. */
export const RunStatement = statement(
  'https://in-toto.io/attestation/test-result/v0.1',
  z.object({
    ...testResult,
    configuration: z.array(Sha256),
    assay: z.object({
      ...issue,
      run_id: RunId,
      agent_id: AgentId,
      scenario: z.string(),
      overall: ScorerVerdict,
      score: z.int().nullable(),
      tier: z.string().nullable(),
      formula_version: z.string().nullable(),
      graded_at: Instant,
    }),
  }),
  z.array(Sha256).min(1),
).meta({ id: 'RunStatement', description: 'The grade of a run, as an in-toto statement with a test result.' });
export type RunStatement = z.infer<typeof RunStatement>;

/** Attested record of a change: the in-toto test result plus the record. The subjects are the git tree that ran and the record. */
export const ChangeStatement = statement(
  'https://in-toto.io/attestation/test-result/v0.1',
  z.object({
    ...testResult,
    /** The tree before the change, and what decides how the tests run besides the files. */
    configuration: z.array(z.union([GitTree, Sha256])),
    assay: z.object({ issued_at: Instant, assay_version: z.string(), record: ChangeRecord }),
  }),
  z.tuple([GitTree, Sha256]),
).meta({ id: 'ChangeStatement', description: 'The record of a change, as an in-toto statement with a test result.' });
export type ChangeStatement = z.infer<typeof ChangeStatement>;

/** Any statement that Assay signs. */
export const Statement = z
  .union([ReputationStatement, RunStatement, ChangeStatement])
  .meta({ id: 'Statement', description: 'Any statement that Assay signs.' });
export type Statement = z.infer<typeof Statement>;

/** A key that verifies signatures: a JSON Web Key with its state. */
export const PublicKey = z
  .object({
    kid: z.string().min(1).max(200),
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    alg: z.literal('EdDSA').optional(),
    use: z.literal('sig').optional(),
    /** Key bytes in base64url. */
    x: z.string().regex(/^[\w-]{43}$/),
    created_at: Instant.optional(),
    /** When it stopped signing; its earlier signatures stay valid. */
    retired_at: Instant.nullish(),
  })
  .meta({ id: 'PublicKey', description: 'A key that verifies signatures.' });
export type PublicKey = z.infer<typeof PublicKey>;

export const KeyDirectory = z
  .object({
    keys: z.array(PublicKey),
    /** All signatures of these keys are invalid, whenever they were made. */
    revoked: z.array(z.object({ kid: z.string(), revoked_at: Instant, reason: z.string() })),
  })
  .meta({ id: 'KeyDirectory', description: 'The keys of a server, and the revoked keys.' });
export type KeyDirectory = z.infer<typeof KeyDirectory>;
