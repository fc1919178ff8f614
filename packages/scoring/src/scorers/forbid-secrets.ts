import { defineScorer, fail, notApplicable, pass } from '../scorer.ts';

/** Detects secrets in added lines. */
export const forbidSecrets = defineScorer({
  type: 'forbid_secrets',
  title: 'No secret was added',
  description: 'Fails when an added line looks like a secret. A committed key must be replaced.',
  family: 'hygiene',
  required_by_default: true,
  may_gate: true,
  failure_mode: 'unsafe_action',
  requires: ['secrets'],

  score({ secrets: { added_lines, findings } }, { allow_sha256 }) {
    const found = findings.filter(({ sha256 }) => !allow_sha256.includes(sha256));
    // a new file can be a secret by its name alone, without added lines
    if (found.length === 0 && added_lines === 0) return notApplicable('no line was added');
    if (found.length === 0) return pass(`none of ${added_lines} added lines looks like a secret`);
    return fail(0, `${found.length} of the added lines look like secrets`, {
      findings: found.map(({ path, line, rule, starts, sha256 }) => ({
        path,
        line,
        message: `looks like a secret (${rule}${starts === '' ? '' : `, starts with ${starts}`}); take it out and replace it, or allow sha256 ${sha256}`,
      })),
    });
  },
});
