/** What of the page a piece of evidence can lead to. */
export type Landmark = 'scorer' | 'path' | 'task';

/** Marks an element as a landmark, to be found by `reveal`. */
export const landmark = (kind: Landmark, name: string) => ({ 'data-landmark': kind, 'data-name': name });

/**
 * Opens a landmark, scrolls to it and gives it the focus. Names come from the data, so they are compared and never
 * become part of a selector.
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
