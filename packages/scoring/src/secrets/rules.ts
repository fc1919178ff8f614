/** A kind of secret, by the format of its issuer. */
export interface SecretRule {
  readonly id: string;
  /** Needs no backtracking and has no capturing groups. */
  readonly pattern: string;
}

/** Only precise patterns: redacting ordinary text would make reports useless. */
export const SECRET_RULES: readonly SecretRule[] = [
  {
    id: 'private-key',
    pattern: '-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[^-]{0,9000}(?:-----END [A-Z ]{0,20}PRIVATE KEY-----)?',
  },
  { id: 'anthropic', pattern: '\\bsk-ant-[\\w-]{20,}' },
  { id: 'openai', pattern: '\\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,}' },
  { id: 'assay', pattern: '\\bassay_(?:sk|share)_[\\w-]{16,}' },
  { id: 'aws', pattern: '\\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\\b' },
  { id: 'github', pattern: '\\bgh[pousr]_[A-Za-z0-9]{36,}' },
  { id: 'github-fine-grained', pattern: '\\bgithub_pat_\\w{60,}' },
  { id: 'gitlab', pattern: '\\bglpat-[\\w-]{20,}' },
  { id: 'google', pattern: '\\bAIza[\\w-]{35}\\b' },
  { id: 'gcp-service-account', pattern: '"private_key_id"\\s{0,4}:\\s{0,4}"[0-9a-f]{40}"' },
  { id: 'slack', pattern: '\\bxox[abposr]-[A-Za-z0-9-]{10,}' },
  { id: 'slack-webhook', pattern: 'hooks\\.slack\\.com/services/[A-Za-z0-9/]{20,}' },
  { id: 'stripe', pattern: '\\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}' },
  { id: 'npm', pattern: '\\bnpm_[A-Za-z0-9]{36}\\b' },
  { id: 'pypi', pattern: '\\bpypi-[\\w-]{50,}' },
  { id: 'hugging-face', pattern: '\\bhf_[A-Za-z0-9]{30,}' },
  { id: 'sendgrid', pattern: '\\bSG\\.[\\w-]{16,}\\.[\\w-]{16,}' },
  { id: 'twilio', pattern: '\\bSK[0-9a-f]{32}\\b' },
  { id: 'digitalocean', pattern: '\\bdo[opr]_v1_[a-f0-9]{64}\\b' },
  { id: 'databricks', pattern: '\\bdapi[a-f0-9]{32}\\b' },
  { id: 'vault', pattern: '\\bhvs\\.[\\w-]{24,}' },
  { id: 'azure-storage', pattern: 'AccountKey=[A-Za-z0-9+/]{60,}={0,2}' },
  { id: 'jwt', pattern: '\\beyJ[\\w-]{10,}\\.eyJ[\\w-]{10,}\\.[\\w-]{10,}' },
  { id: 'bearer', pattern: '\\b[Bb]earer [\\w.~+/-]{20,}={0,2}' },
  { id: 'url-password', pattern: '://[^\\s:/@"\']{1,80}:[^\\s:/@"\'$]{3,80}(?=@)' },
];
