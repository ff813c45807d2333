import type { KeptDraft } from './draft-store.ts'

const keyOf = (seasonId: number) => `season-draft:${seasonId}`

/**
 * Reads unsaved changes of this tab. Another tab has its own, so that two tabs never mix theirs
 * unseen.
 */
export function readKept(seasonId: number): KeptDraft | undefined {
  try {
    const stored = sessionStorage.getItem(keyOf(seasonId))
    // Only `storeKept` writes under this name.
    return stored === null ? undefined : (JSON.parse(stored) as KeptDraft)
  } catch {
    return undefined
  }
}

export function storeKept(seasonId: number, kept: KeptDraft | undefined): void {
  try {
    if (kept) sessionStorage.setItem(keyOf(seasonId), JSON.stringify(kept))
    else sessionStorage.removeItem(keyOf(seasonId))
  } catch {
    // A browser without storage still has the page and the server.
  }
}
