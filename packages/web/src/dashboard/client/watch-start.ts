type Fetch = typeof globalThis.fetch;

/** A `fetch` that passes on the first `size` bytes of a longer answer, and loads the rest when they are taken. */
export const watchStart =
  (
    fetch: Fetch,
    { size, onStart }: { size: number; onStart: (start: Uint8Array<ArrayBuffer>) => Promise<void> },
  ): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || response.body === null) return response;
    const start = new Uint8Array(size);
    let length = 0;
    const watch = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      async transform(bytes, controller) {
        controller.enqueue(bytes);
        if (length === size) return;
        const missing = bytes.subarray(0, size - length);
        start.set(missing, length);
        length += missing.length;
        if (length === size) await onStart(start);
      },
    });
    return new Response(response.body.pipeThrough(watch), response);
  };
