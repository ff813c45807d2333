import diff from 'microdiff'
import type { Language } from '@solstice/contract/messages'
import type { Draft } from '#/lib/season-draft.ts'

/** A changed text in one language; an added or removed text has an empty side. */
export type TextChange = { path: string; language: Language; before: string; after: string }
/** A changed number or amount; undefined on the side where it does not exist. */
export type FigureChange = { path: string; before: number | undefined; after: number | undefined }
export type OtherChange = { path: string; before: unknown; after: unknown }

export type PlanChanges = {
  texts: readonly TextChange[]
  figures: readonly FigureChange[]
  others: readonly OtherChange[]
}

/**
 * Lists what differs between two plans, by paths in which a mission is named by its id. A mission
 * that was inserted between others would otherwise change the position of all that follow.
 */
export function planChanges(before: Draft, after: Draft): PlanChanges {
  const texts: TextChange[] = []
  const figures: FigureChange[] = []
  const others: OtherChange[] = []
  for (const change of diff(byMissionId(before), byMissionId(after))) {
    const sides: Sides = { before: undefined, after: undefined }
    if (change.type !== 'CREATE') sides.before = change.oldValue as unknown // It is any value of JSON.
    if (change.type !== 'REMOVE') sides.after = change.value as unknown // It is any value of JSON.
    for (const { path, ...values } of leavesOf(change.path.join('.'), sides)) {
      const language = languageOf(path)
      const numbers = { before: figureOf(values.before), after: figureOf(values.after) }
      if (language && isTextOrNone(values.before) && isTextOrNone(values.after)) {
        const { before: old = '', after: next = '' } = values
        texts.push({ path, language, before: old, after: next })
      } else if (isFigure(path, values, numbers)) figures.push({ path, ...numbers })
      else others.push({ path, ...values })
    }
  }
  return { texts, figures, others }
}

type Sides = { before: unknown; after: unknown }

/** Splits an added or removed part into its texts, so that translators see each of them. */
function leavesOf(path: string, { before, after }: Sides): ({ path: string } & Sides)[] {
  const names = new Set([...namesOf(before), ...namesOf(after)])
  const isTexts =
    names.size > 0 && Array.from(names).every((name) => name === 'en' || name === 'ko')
  if (!isTexts) return [{ path, before, after }]
  return Array.from(names, (name) => ({
    path: `${path}.${name}`,
    before: partOf(before, name),
    after: partOf(after, name),
  }))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const namesOf = (value: unknown) => (isObject(value) ? Object.keys(value) : [])
const partOf = (value: unknown, name: string) => (isObject(value) ? value[name] : undefined)

function languageOf(path: string): Language | undefined {
  if (path.endsWith('.en')) return 'en'
  return path.endsWith('.ko') ? 'ko' : undefined
}

const isTextOrNone = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string'

/** Numbers that name something instead of counting it. */
const NAMES = /(^|\.)(chainId|missionId|answer|position)$/
const AMOUNT = /^\d+(\.\d+)?$/

function figureOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && AMOUNT.test(value) ? Number(value) : undefined
}

function isFigure(
  path: string,
  values: Sides,
  { before, after }: { before: number | undefined; after: number | undefined },
): boolean {
  if (NAMES.test(path) || (before === undefined && after === undefined)) return false
  const isKnown = (value: unknown, figure: number | undefined) =>
    figure !== undefined || value === undefined || value === null
  return isKnown(values.before, before) && isKnown(values.after, after)
}

function byMissionId(plan: Draft): Record<string, unknown> {
  const { missions } = plan
  if (!Array.isArray(missions)) return { ...plan }
  const named = missions.map((mission: unknown, at) => {
    const id = partOf(mission, 'missionId')
    return [typeof id === 'number' ? String(id) : `new-${at}`, mission] as const
  })
  return { ...plan, missions: Object.fromEntries(named) }
}
