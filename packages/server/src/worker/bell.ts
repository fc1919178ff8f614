/** Lets one wait until another rings, or until it has waited long enough. */
export interface Bell {
  ring(): void;
  wait(ms: number): Promise<void>;
}

export function createBell(): Bell {
  let wake: (() => void) | undefined;
  let rung = false;
  return {
    ring: () => {
      rung = true;
      wake?.();
    },
    async wait(ms) {
      // rung while nobody waited: whatever it was about has not been looked at yet
      if (!rung) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, ms);
        });
        clearTimeout(timer);
        wake = undefined;
      }
      rung = false;
    },
  };
}
