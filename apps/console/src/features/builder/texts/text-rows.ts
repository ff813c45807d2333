import { getIn, oneLine, setIn } from '#/lib/season-draft.ts'
import type { Draft } from '#/lib/season-draft.ts'
import { formatCsv, parseCsv } from '#/lib/csv.ts'

export const LANGUAGES = ['en', 'ko'] as const

/** A text of the plan in both languages. */
export type TextRow = { path: string; en: string; ko: string; max: number | undefined }

export type TextFinding = 'missing' | 'tooLong' | 'identical' | 'placeholders'

export const isTextPath = (path: string) => /(^|\.)(en|ko)$/.test(path)

/** Lists every text of a draft in the order of the plan. */
export function textRowsOf(draft: Draft, maxOf: (path: string) => number | undefined): TextRow[] {
  const rows: TextRow[] = []
  const visit = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return
    const { en, ko } = value as { en?: unknown; ko?: unknown }
    if (typeof en === 'string' || typeof ko === 'string') {
      rows.push({ path, en: textOf(en), ko: textOf(ko), max: maxOf(`${path}.en`) })
      return
    }
    for (const [name, inner] of Object.entries(value)) {
      visit(inner, path === '' ? name : `${path}.${name}`)
    }
  }
  visit(draft, '')
  return rows
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const placeholdersOf = (text: string) =>
  Array.from(text.matchAll(/\{\{?\s*\w+\s*\}?\}/g), ([each]) => each)
    .toSorted()
    .join()

/** Names without a letter, such as numbers, are the same in every language. */
const hasLetters = (text: string) => /\p{L}/u.test(text)

export function findingsOf({ en, ko, max }: TextRow): TextFinding[] {
  const findings: TextFinding[] = []
  if (en.trim() === '' || ko.trim() === '') findings.push('missing')
  if (max !== undefined && (en.length > max || ko.length > max)) findings.push('tooLong')
  if (en.trim() !== '' && en.trim() === ko.trim() && hasLetters(en)) findings.push('identical')
  if (placeholdersOf(en) !== placeholdersOf(ko)) findings.push('placeholders')
  return findings
}

const HEADER = ['path', 'max', 'en', 'ko'] as const

/** Writes the texts for translators. */
export function textsToCsv(rows: readonly TextRow[]): string {
  return formatCsv([
    HEADER,
    ...rows.map(({ path, max, en, ko }) => [path, String(max ?? ''), en, ko]),
  ])
}

export type ReadTexts = {
  draft: Draft
  changed: number
  /** Paths of the file that the draft does not have. */
  unknown: readonly string[]
}

/**
 * Puts the texts of a file into a draft; undefined if the file is not such a table. Columns are
 * found by their names, and texts that are not in the file stay.
 */
export function textsFromCsv(draft: Draft, csv: string): ReadTexts | undefined {
  const [header, ...lines] = parseCsv(csv) ?? []
  const columnOf = (name: string) => header?.findIndex((each) => each.trim() === name) ?? -1
  const pathColumn = columnOf('path')
  const languages = LANGUAGES.filter((language) => columnOf(language) >= 0)
  if (pathColumn < 0 || languages.length === 0) return undefined
  const known = new Set(textRowsOf(draft, () => undefined).map(({ path }) => path))
  const unknown: string[] = []
  let next = draft
  let changed = 0
  for (const line of lines) {
    const path = line[pathColumn] ?? ''
    if (path === '') continue
    if (!known.has(path)) {
      unknown.push(path)
      continue
    }
    for (const language of languages) {
      const at = `${path}.${language}`
      const text = oneLine(line[columnOf(language)] ?? '')
      if (text === textOf(getIn(next, at))) continue
      next = setIn(next, at, text)
      changed += 1
    }
  }
  return { draft: next, changed, unknown }
}
