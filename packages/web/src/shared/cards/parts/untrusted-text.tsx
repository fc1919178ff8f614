import { visible } from '../../visible.ts';

/** Text that came with the data: isolated from what surrounds it, with nothing hidden in it. */
export function UntrustedText({ text }: { text: string }) {
  return <bdi>{visible(text)}</bdi>;
}
