import { visible } from '../../visible.ts';

/** Text from the data: isolated from its surroundings, with hidden characters made visible. */
export function UntrustedText({ text }: { text: string }) {
  return <bdi>{visible(text)}</bdi>;
}
