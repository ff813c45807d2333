import type { Draft } from '#/lib/season-draft.ts'

/** Lets the browser store a text as a file. */
export function downloadFile(name: string, content: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Returns the name of a season as part of a file name. */
export const fileNameOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'season'

export const downloadPlan = (title: string, plan: Draft) =>
  downloadFile(`${fileNameOf(title)}.json`, JSON.stringify(plan, null, 2), 'application/json')

/** Reads a plan from the text of a file; undefined if it is no object of JSON. */
export function parsePlan(text: string): Draft | undefined {
  try {
    const plan: unknown = JSON.parse(text)
    const isObject = typeof plan === 'object' && plan !== null && !Array.isArray(plan)
    // Every object of JSON may be an unfinished draft.
    return isObject ? (plan as Draft) : undefined
  } catch {
    return undefined
  }
}
