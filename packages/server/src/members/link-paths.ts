// a fragment is not sent to servers, so tokens are in no log

/** The page that accepts an invitation. */
export const invitationPath = (token: string): string => `/join#token=${token}`;

/** The page that signs a browser in. */
export const signInPath = (token: string): string => `/login#token=${token}`;
