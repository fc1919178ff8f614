import { useKeys } from './use-keys.ts';

/** `j` and `k` move the focus between links with the class `line-link`; `o` opens the focused one. */
export function useLineKeys(): void {
  const move = (step: number) => {
    const links = [...document.querySelectorAll<HTMLElement>('.line-link')];
    const from = links.indexOf(document.activeElement as HTMLElement);
    links[from === -1 ? 0 : Math.max(0, Math.min(links.length - 1, from + step))]?.focus();
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    o: () => document.activeElement?.closest<HTMLElement>('.line-link')?.click(),
  });
}
