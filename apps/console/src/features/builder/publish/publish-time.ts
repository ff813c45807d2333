import { serverNow } from '@solstice/ui/time.ts'

type PublishTime = { kind: 'empty' | 'past' | 'late' } | { kind: 'valid'; publishAt: string }

/** Reads a date and time of the programme's clock, which must lie before the season's start. */
export function publishTimeOf(
  typed: string,
  startAt: string | undefined,
  now = serverNow(),
): PublishTime {
  const at = Date.parse(`${typed}:00+04:00`)
  if (!Number.isFinite(at)) return { kind: 'empty' }
  if (at <= now) return { kind: 'past' }
  if (startAt !== undefined && at >= Date.parse(startAt)) return { kind: 'late' }
  return { kind: 'valid', publishAt: new Date(at).toISOString() }
}
