/** The query key of the session. */
export const SESSION_KEY = ['session'] as const;
