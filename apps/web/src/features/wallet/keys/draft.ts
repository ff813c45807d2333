import { holdUpdate } from '#/shell/update/update-state.ts'
import { vault } from '#/vault/vault.ts'

type Draft = { address: string; releaseUpdate: () => void }

/** The new wallet that the vault holds until it is sealed. Its words may already be on paper. */
let made: Draft | undefined
/** Counts the wallets that were asked for, and notes the last one that was dropped. */
let requested = 0
let dropped = 0
/** The number of screens that show the draft. */
let screens = 0

/** Makes a wallet. Until it is dropped no update reloads the page, which would lose it. */
export async function makeDraft(): Promise<{ address: string }> {
  requested += 1
  const own = requested
  const { address } = await vault.draft()
  if (own <= dropped) {
    // Its screen was left meanwhile. The vault holds one draft, which may be a later one by now.
    if (own === requested) clearVaultDraft()
    return { address }
  }
  made?.releaseUpdate()
  made = { address, releaseUpdate: holdUpdate() }
  return { address }
}

/** The address of a new wallet that is not sealed yet. */
export function draftAddress(): string | undefined {
  return made?.address
}

/**
 * Drops the draft when its screen ends, unless the lock took its place. A microtask later: in
 * development StrictMode ends each effect once and starts it again at once, which must not drop it.
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

/** Forgets a wallet that was made or read and is not sealed. */
export function dropDraft(): void {
  dropped = requested
  made?.releaseUpdate()
  made = undefined
  clearVaultDraft()
}

function clearVaultDraft(): void {
  void vault.dropDraft().catch(() => undefined)
}
