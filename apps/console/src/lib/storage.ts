/** Reads a choice of this device; null where the browser refuses storage. */
export function readChoice(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

export function storeChoice(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value)
  } catch {
    // The choice lasts until the page is closed.
  }
}
