const NAME = 'assay.return-path';

/** Remembers the page to open after a visit to the identity provider. */
export function keepReturnPath(path: string | null): void {
  try {
    if (path === null) sessionStorage.removeItem(NAME);
    else sessionStorage.setItem(NAME, path);
  } catch {
    // storage may be disabled: the sign-in then ends on the first page
  }
}

/** The remembered page, once. */
export function takeReturnPath(): string | undefined {
  try {
    const path = sessionStorage.getItem(NAME) ?? undefined;
    sessionStorage.removeItem(NAME);
    return path;
  } catch {
    return undefined;
  }
}
