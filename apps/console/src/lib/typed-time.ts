import { serverNow } from '@solstice/ui/time.ts'

type TypedTime = { kind: 'empty' | 'past' } | { kind: 'valid'; at: string }

/** Reads a date and time of the programme's clock, which must not have passed. */
export function typedTime(typed: string, now = serverNow()): TypedTime {
  const at = Date.parse(`${typed}:00+04:00`)
  if (!Number.isFinite(at)) return { kind: 'empty' }
  return at <= now ? { kind: 'past' } : { kind: 'valid', at: new Date(at).toISOString() }
}

/** Writes an instant as a field for date and time reads it, on the programme's clock. */
export function toTyped(instant: string): string {
  return new Date(Date.parse(instant) + 4 * 3_600_000).toISOString().slice(0, 16)
}
