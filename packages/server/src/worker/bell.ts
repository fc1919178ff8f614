/** Waits until rung, or until a timeout. */
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
      // if rung while nobody waited, the cause is still unhandled: do not wait
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
