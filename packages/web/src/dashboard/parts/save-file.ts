interface SavedFile {
  readonly content: string | ArrayBuffer;
  readonly type: string;
  readonly name: string;
}

/** Downloads a file. */
export function saveFile({ content, type, name }: SavedFile): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
