/** What the audit log says of a change to a webhook: of its address only where it goes, since the rest may be secret. */
export const describeWebhook = ({
  url,
  ...change
}: {
  readonly url?: string | undefined;
  readonly [field: string]: unknown;
}) => ({
  ...change,
  ...(url === undefined ? {} : { host: new URL(url).host }),
});
