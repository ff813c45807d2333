import { listAt, oneLine, setIn } from '#/lib/season-draft.ts'
import type { Draft } from '#/lib/season-draft.ts'
import { formatCsv, parseCsv } from '#/lib/csv.ts'
import { identityOf, uniqueBy } from '#/features/builder/store/list-identity.ts'

export const LANGUAGES = ['en', 'ko'] as const

/** A text of the plan in both languages. */
export type TextRow = {
  path: string
  /** The same text also after the list around it was changed, such as `missions[missionId=7].title`. */
  key: string
  en: string
  ko: string
  max: number | undefined
}

export type TextFinding = 'missing' | 'tooLong' | 'identical' | 'placeholders'

export const isTextPath = (path: string) => /(^|\.)(en|ko)$/.test(path)

/** Lists every text of a draft in the order of the plan. */
export function textRowsOf(draft: Draft, maxOf: (path: string) => number | undefined): TextRow[] {
  const rows: TextRow[] = []
  const keyOf = keysIn(draft)
  const visit = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return
    const { en, ko } = value as { en?: unknown; ko?: unknown }
    if (typeof en === 'string' || typeof ko === 'string') {
      const [texts, max] = [{ en: textOf(en), ko: textOf(ko) }, maxOf(`${path}.en`)]
      rows.push({ path, key: keyOf(path), ...texts, max })
      return
    }
    for (const [name, inner] of Object.entries(value)) {
      visit(inner, path === '' ? name : `${path}.${name}`)
    }
  }
  visit(draft, '')
  return rows
}

/**
 * Returns the function that names texts. Items that cannot be told apart keep their position, and so
 * do the texts inside of an item: the English text shows whether it is still the same one.
 */
function keysIn(draft: Draft): (path: string) => string {
  const known = new Map<string, string>()
  for (const list of Object.keys(draft)) {
    const field = identityOf(list)?.[0]
    if (field === undefined) continue
    for (const [value, at] of uniqueBy(listAt(draft, list), field)) {
      known.set(`${list}.${at}`, `${list}[${field}=${value}]`)
    }
  }
  return (path) => {
    const [list, at, ...rest] = path.split('.')
    const item = known.get(`${list}.${at}`)
    return item === undefined ? path : [item, ...rest].join('.')
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const placeholdersOf = (text: string) =>
  Array.from(text.matchAll(/\{\{?\s*\w+\s*\}?\}/g), ([each]) => each)
    .toSorted()
    .join()

/** Names without a letter, such as numbers, are the same in every language. */
const hasLetters = (text: string) => /\p{L}/u.test(text)

export function findingsOf({ en, ko, max }: Pick<TextRow, 'en' | 'ko' | 'max'>): TextFinding[] {
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
    ...rows.map(({ key, max, en, ko }) => [key, String(max ?? ''), en, ko]),
  ])
}

/** A row that changed nothing: its text is not in the draft, or was translated from other English. */
export type SkippedRow = { key: string; reason: 'unknown' | 'english' }

export type ReadTexts = { draft: Draft; changed: number; skipped: readonly SkippedRow[] }

/**
 * Puts the translations of a file into a draft; undefined if the file is not such a table. Columns
 * are found by their names. Empty cells are not translated yet, so that their texts stay.
 */
export function textsFromCsv(draft: Draft, csv: string): ReadTexts | undefined {
  const [header, ...lines] = parseCsv(csv) ?? []
  const [key, en, ko] = ['path', 'en', 'ko'].map((name) =>
    header?.findIndex((each) => each.trim() === name),
  )
  if (!isColumn(key) || !isColumn(en) || !isColumn(ko)) return undefined
  const known = new Map(textRowsOf(draft, () => undefined).map((row) => [row.key, row]))
  const skipped: SkippedRow[] = []
  let next = draft
  let changed = 0
  for (const line of lines) {
    const name = line[key]?.trim() ?? ''
    const row = known.get(name)
    if (name === '') continue
    if (!row) skipped.push({ key: name, reason: 'unknown' })
    else if (oneLine(line[en] ?? '').trim() !== oneLine(row.en).trim()) {
      skipped.push({ key: name, reason: 'english' })
    } else {
      const text = oneLine(line[ko] ?? '').trim()
      if (text === '' || text === row.ko.trim()) continue
      next = setIn(next, `${row.path}.ko`, text)
      changed += 1
    }
  }
  return { draft: next, changed, skipped }
}

const isColumn = (at: number | undefined): at is number => at !== undefined && at >= 0
