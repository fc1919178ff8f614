/** The audit log entry of a webhook change. Only the host of its URL, because the rest may be secret. */
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
