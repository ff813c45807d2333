/** The member may have lost an older file or its passphrase. */
const RECENT_MS = 30 * 24 * 60 * 60_000

/**
 * Returns true if the export file is recent enough to remove a wallet from the device without
 * another check.
 */
export function isRecentExport(exportedAt: string | undefined, nowMs: number): boolean {
  if (exportedAt === undefined) return false
  const ageMs = nowMs - Date.parse(exportedAt)
  return ageMs >= 0 && ageMs <= RECENT_MS
}
