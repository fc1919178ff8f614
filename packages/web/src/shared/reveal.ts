/** The elements that evidence can link to. */
export type Landmark = 'scorer' | 'path' | 'task';

/** Marks an element so that `reveal` finds it. */
export const landmarkAttributes = (kind: Landmark, name: string) => ({ 'data-landmark': kind, 'data-name': name });

/**
 * Opens a landmark, scrolls to it and focuses it. Names are untrusted: they are compared, never put into a selector.
 */
export function reveal(kind: Landmark, name: string): void {
  const found = [...document.querySelectorAll<HTMLDetailsElement>(`details[data-landmark="${kind}"]`)].find(
    ({ dataset }) => dataset['name'] === name,
  );
  if (found === undefined) return;
  found.open = true;
  found.scrollIntoView({ block: 'center' });
  found.querySelector('summary')?.focus({ preventScroll: true });
}
