/**
 * The place of an entry in the timeline. Instants have the precision of the database, because two
 * entries of one millisecond would otherwise change places between pages.
 */
export type TimelineKey = { micros: number; position: number; id: number }

/** Parses a cursor whose form the contract has checked. */
export function timelineKeyOf(cursor: string): TimelineKey {
  const [micros, position, id] = cursor.split('.').map(Number)
  return { micros: micros ?? 0, position: position ?? 0, id: id ?? 0 }
}

export function timelineCursor({ micros, position, id }: TimelineKey): string {
  return `${micros}.${position}.${id}`
}

/** Formats an instant with all its digits. */
export function instantText(micros: number): string {
  const digits = String(micros % 1000).padStart(3, '0')
  return new Date(Math.floor(micros / 1000)).toISOString().replace('Z', `${digits}Z`)
}
