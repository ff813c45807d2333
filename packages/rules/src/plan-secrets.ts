type Json = Readonly<Record<string, unknown>>

/** The fields of missions with which members prove something: codes to enter, and right answers. */
const SECRETS: ReadonlySet<string> = new Set(['code', 'answer'])

/** Returns a plan, finished or not, without the codes and answers that members have to find. */
export function withoutSecrets(plan: Json): Record<string, unknown> {
  return 'missions' in plan ? { ...plan, missions: hidden(plan['missions']) } : { ...plan }
}

function hidden(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hidden)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([field]) => !SECRETS.has(field))
      .map(([field, part]) => [field, hidden(part)]),
  )
}
