type State = Readonly<Record<string, unknown>>
export type FieldChange = { field: string; before: string; after: string }

/** Compares the values before and after an action; unchanged ones are only counted. */
export function differenceOf(
  before: State | null,
  after: State | null,
): { changes: FieldChange[]; unchanged: number } {
  const fields = Array.from(new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]))
  const compared = fields.map((field) => ({
    field,
    before: valueText(before?.[field]),
    after: valueText(after?.[field]),
  }))
  const changes = compared.filter((each) => each.before !== each.after)
  return { changes, unchanged: compared.length - changes.length }
}

/** Writes any JSON value on one line; a missing one as a dash. */
function valueText(value: unknown): string {
  if (value === undefined || value === null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
