/** The elements that evidence can link to. */
export type Landmark = 'scorer' | 'finding' | 'path' | 'task';

/** Marks an element so that `reveal` finds it. */
export const landmarkAttributes = (kind: Landmark, name: string) => ({ 'data-landmark': kind, 'data-name': name });

/**
 * Opens a landmark, scrolls to it and focuses it. Names are untrusted: they are compared, never put into a selector.
 */
export function reveal(kind: Landmark, name: string): void {
  const found = [...document.querySelectorAll<HTMLElement>(`[data-landmark="${kind}"]`)].find(
    ({ dataset }) => dataset['name'] === name,
  );
  if (found === undefined) return;
  if (found instanceof HTMLDetailsElement) found.open = true;
  found.scrollIntoView({ block: found.clientHeight > window.innerHeight / 2 ? 'start' : 'center' });
  (found.querySelector('summary') ?? found).focus({ preventScroll: true });
}
