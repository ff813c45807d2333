/** A file from longer ago may be lost, or its passphrase forgotten. */
const RECENT_MS = 30 * 24 * 60 * 60_000

/** Whether the export file is recent enough to take a wallet off the phone without another check. */
export function isRecentExport(exportedAt: string | undefined, nowMs: number): boolean {
  if (exportedAt === undefined) return false
  const ageMs = nowMs - Date.parse(exportedAt)
  return ageMs >= 0 && ageMs <= RECENT_MS
}
