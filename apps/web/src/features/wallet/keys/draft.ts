import { holdUpdate } from '#/shell/update/update-state.ts'
import { vault } from '#/vault/vault.ts'

type Draft = { address: string; releaseUpdate: () => void }

/**
 * The new wallet that the vault holds until it is sealed. The member may already have written down
 * its words.
 */
let made: Draft | undefined
/** Counts the requested wallets and stores the number of the last one that was dropped. */
let requested = 0
let dropped = 0
/** The number of screens that show the draft. */
let screens = 0

/** Creates a wallet. Until it is dropped, no update reloads the page, which would lose it. */
export async function makeDraft(): Promise<{ address: string }> {
  requested += 1
  const own = requested
  const { address } = await vault.draft()
  if (own <= dropped) {
    // The screen was left meanwhile. The vault holds one draft, which may be a later one by now.
    if (own === requested) clearVaultDraft()
    return { address }
  }
  made?.releaseUpdate()
  made = { address, releaseUpdate: holdUpdate() }
  return { address }
}

/** Returns the address of a new wallet that is not sealed yet. */
export function draftAddress(): string | undefined {
  return made?.address
}

/**
 * Drops the draft when its screen ends, unless the lock replaced the screen. It waits one
 * microtask, because StrictMode ends and restarts each effect in development.
 */
export function showDraft(isLocked: () => boolean): () => void {
  screens += 1
  return () => {
    screens -= 1
    queueMicrotask(() => {
      if (screens === 0 && !isLocked()) dropDraft()
    })
  }
}

/** Discards a wallet that was created or read but is not sealed. */
export function dropDraft(): void {
  dropped = requested
  made?.releaseUpdate()
  made = undefined
  clearVaultDraft()
}

function clearVaultDraft(): void {
  void vault.dropDraft().catch(() => undefined)
}
