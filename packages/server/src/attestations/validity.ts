const VALID_DAYS = 30;

/** The validity period of a statement. */
export const validityPeriod = (now: number): { issued_at: string; expires_at: string } => ({
  issued_at: new Date(now).toISOString(),
  expires_at: new Date(now + VALID_DAYS * 86_400_000).toISOString(),
});
