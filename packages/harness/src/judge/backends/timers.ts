/** The longest possible timer: the caller decides how long a judge may take. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
