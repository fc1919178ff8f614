/** Where webhooks are asked for. */
export const WEBHOOKS = '/v1/webhooks';
