import { currentLanguage } from '@solstice/ui/language.ts'

/** A season plan as JSON. It may be unfinished, so any part of it may be missing. */
export type Draft = Readonly<Record<string, unknown>>

type Container = Readonly<Record<string, unknown>> | readonly unknown[]

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isContainer(value) && !Array.isArray(value)

const isPosition = (name: string) => /^(0|[1-9]\d*)$/.test(name)

/** Returns the value at a dotted path such as `rounds.1.pool`; undefined if there is none. */
export function getIn(draft: unknown, path: string): unknown {
  if (path === '') return draft
  let value = draft
  for (const name of path.split('.')) {
    if (!isContainer(value) || !Object.hasOwn(value, name)) return undefined
    value = Reflect.get(value, name)
  }
  return value
}

/** Returns the draft with another value at a path. Parts beside the path stay the same objects. */
export function setIn(draft: Draft, path: string, value: unknown): Draft {
  // Only the value at the root itself could be anything else.
  return replaced(draft, path.split('.'), value) as Draft
}

function replaced(within: unknown, [name = '', ...rest]: readonly string[], value: unknown) {
  const inner: unknown = isContainer(within) ? Reflect.get(within, name) : undefined
  const next: unknown = rest.length === 0 ? value : replaced(inner, rest, value)
  if (isContainer(within) && Object.hasOwn(within, name) && Object.is(inner, next)) return within
  if (Array.isArray(within) || (within === undefined && isPosition(name))) {
    const list = Array.isArray(within) ? Array.from<unknown>(within) : []
    list[Number(name)] = next
    return list
  }
  return { ...(isRecord(within) ? within : {}), [name]: next }
}

/** Returns the list at a path; empty if there is none. */
export function listAt(draft: unknown, path: string): readonly unknown[] {
  const value = getIn(draft, path)
  return Array.isArray(value) ? value : []
}

export function textAt(draft: unknown, path: string): string {
  const value = getIn(draft, path)
  return typeof value === 'string' ? value : ''
}

/** Returns a text in the language of the page, otherwise in one that is written. */
export const nameAt = (draft: unknown, path: string): string =>
  textAt(draft, `${path}.${currentLanguage()}`) ||
  textAt(draft, `${path}.en`) ||
  textAt(draft, `${path}.ko`)

/** Returns the number at a path; undefined if nothing or something else was typed. */
export function numberAt(draft: unknown, path: string): number | undefined {
  const value = getIn(draft, path)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** Inserts an item at a position of a list. */
export function insertIn(draft: Draft, path: string, at: number, item: unknown): Draft {
  const list = listAt(draft, path)
  return setIn(draft, path, [...list.slice(0, at), item, ...list.slice(at)])
}

export function removeIn(draft: Draft, path: string, at: number): Draft {
  return setIn(
    draft,
    path,
    listAt(draft, path).filter((_, position) => position !== at),
  )
}

/** Moves an item of a list to another position. */
export function moveIn(draft: Draft, path: string, from: number, to: number): Draft {
  const list = listAt(draft, path)
  if (to < 0 || to >= list.length || from === to) return draft
  const others = list.filter((_, position) => position !== from)
  return setIn(draft, path, [...others.slice(0, to), list[from], ...others.slice(to)])
}

/** True for a path itself and for everything inside of it. */
export const isWithin = (path: string, outer: string) =>
  path === outer || path.startsWith(`${outer}.`)

/** A plan has no line breaks or other control characters; pasted ones become spaces. */
export const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ')
