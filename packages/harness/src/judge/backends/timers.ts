/** As long as a timer can run: how long a judge may take is for whoever asks it to say. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
