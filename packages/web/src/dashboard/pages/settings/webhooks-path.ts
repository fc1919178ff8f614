/** The API path of webhooks. */
export const WEBHOOKS = '/v1/webhooks';
