/** Whether a bearer token is that of a share link. */
export const isShareToken = (token: string): boolean => token.startsWith('assay_share_');

/** The page that shows what is shared. A fragment is not sent to servers, so the token is in no log. */
export const sharePath = (token: string): string => `/share#token=${token}`;
