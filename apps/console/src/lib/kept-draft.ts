import type { Draft } from './season-draft.ts'

/** Unsaved changes of a season in the browser, for the next visit of the page. */
export type KeptDraft = { revision: number; base: Draft; draft: Draft }

type Owner = { operatorId: number; seasonId: number }

/** Colleagues share machines, so that everybody has their own. */
const prefixOf = (operatorId: number) => `season-draft:${operatorId}:`
const keyOf = ({ operatorId, seasonId }: Owner) => `${prefixOf(operatorId)}${seasonId}`

/** Returns the unsaved changes of an earlier visit, and a function that stores or removes them. */
export function openKept(owner: Owner): {
  kept: KeptDraft | undefined
  keep: (kept: KeptDraft | undefined) => void
} {
  const key = keyOf(owner)
  let known = withStorage((storage) => storage.getItem(key)) ?? null
  return {
    kept: parsed(known),
    keep(kept) {
      withStorage((storage) => {
        if (kept) {
          known = JSON.stringify(kept)
          storage.setItem(key, known)
        } else if (storage.getItem(key) === known) {
          // Another tab may have stored its own changes meanwhile.
          storage.removeItem(key)
        }
      })
    },
  }
}

export function removeKept(owner: Owner): void {
  withStorage((storage) => storage.removeItem(keyOf(owner)))
}

export const hasKept = (operatorId: number) => keysOf(operatorId).length > 0

/** Removes all unsaved changes of an operator. Plans contain codes that others must not find. */
export function removeAllKept(operatorId: number): void {
  for (const key of keysOf(operatorId)) withStorage((storage) => storage.removeItem(key))
}

function keysOf(operatorId: number): string[] {
  const keys = withStorage((storage) =>
    Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? ''),
  )
  return keys?.filter((key) => key.startsWith(prefixOf(operatorId))) ?? []
}

/** A browser may refuse storage; the page and the server still have the draft. */
function withStorage<Result>(access: (storage: Storage) => Result): Result | undefined {
  try {
    return access(window.localStorage)
  } catch {
    return undefined
  }
}

/** An earlier release may have stored another form, which is left alone. */
function parsed(stored: string | null): KeptDraft | undefined {
  if (stored === null) return undefined
  try {
    const kept: unknown = JSON.parse(stored)
    return isKept(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isKept = (value: unknown): value is KeptDraft =>
  isObject(value) &&
  typeof Reflect.get(value, 'revision') === 'number' &&
  isObject(Reflect.get(value, 'base')) &&
  isObject(Reflect.get(value, 'draft'))
