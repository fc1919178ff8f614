import { type BuiltImage, listBuiltImages, removeImage } from '../machine/containers/build-image.ts';

/** Removes the images that were built for tasks; finding the engine removes what killed processes left in it. */
export async function cleanEngine({
  dry_run,
}: {
  dry_run: boolean;
}): Promise<{ images: BuiltImage[]; kept: BuiltImage[] }> {
  const [images, kept]: [BuiltImage[], BuiltImage[]] = [[], []];
  for (const image of await listBuiltImages()) (dry_run || (await removeImage(image)) ? images : kept).push(image);
  return { images, kept };
}
