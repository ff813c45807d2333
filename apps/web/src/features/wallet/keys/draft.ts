import { holdUpdate } from '#/shell/update/update-state.ts'
import { vault } from '#/vault/vault.ts'

type Draft = { address: string; releaseUpdate: () => void }

/** The new wallet that the vault holds until it is sealed. Its words may already be on paper. */
let made: Draft | undefined

/** Makes a wallet. Until it is dropped no update reloads the page, which would lose it. */
export async function makeDraft(): Promise<{ address: string }> {
  const { address } = await vault.draft()
  made?.releaseUpdate()
  made = { address, releaseUpdate: holdUpdate() }
  return { address }
}

/** The address of a new wallet that is not sealed yet. */
export function draftAddress(): string | undefined {
  return made?.address
}

/** Forgets a wallet that was made or read and is not sealed. */
export function dropDraft(): void {
  made?.releaseUpdate()
  made = undefined
  void vault.dropDraft().catch(() => undefined)
}
