import { useEffect } from 'react'
import { vault } from '#/vault/vault.ts'

/** A wallet that was neither sealed nor registered ends with the screen that made or read it. */
export function useDraftEnd(): void {
  useEffect(() => () => void vault.dropDraft().catch(() => undefined), [])
}
