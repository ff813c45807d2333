import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDraftStore } from './draft-store.ts'
import type { KeptDraft } from '#/lib/kept-draft.ts'
import type { DraftStoreDeps, SaveFailure, Theirs } from './draft-store.ts'

class Refusal extends Error {
  readonly failure: SaveFailure
  constructor(failure: SaveFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

const SAVED_AT = '2027-01-17T14:12:00.000Z'
const start = { draft: { title: 'a', other: 1 }, revision: 4, savedAt: SAVED_AT }
const theirs: Theirs = {
  revision: 7,
  plan: { title: 'a', other: 2 },
  savedBy: 'mateo.ruiz',
  savedAt: SAVED_AT,
}

function open(deps: Partial<DraftStoreDeps> = {}) {
  const kept: (KeptDraft | undefined)[] = []
  const save = vi.fn(async (revision: number) => ({ revision: revision + 1, savedAt: SAVED_AT }))
  const store = createDraftStore(start, {
    save,
    // Only these errors are thrown by the tests.
    failureOf: (error) => (error as Refusal).failure,
    keep: (draft) => kept.push(draft),
    kept: undefined,
    ...deps,
  })
  return { store, save, kept, kind: () => store.getState().save.kind }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('saves two seconds after the first change, with everything typed until then', async () => {
  const { store, save, kind } = open()

  store.edit({ title: 'ab', other: 1 })
  await vi.advanceTimersByTimeAsync(1500)
  store.edit({ title: 'abc', other: 1 })
  expect(save).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(500)

  expect(save.mock.calls).toEqual([[4, { title: 'abc', other: 1 }]])
  expect(kind()).toBe('saved')
  expect(store.getState().revision).toBe(5)
})

test('saves changes that were typed during a save on top of its revision', async () => {
  let answer = (_reply: { revision: number; savedAt: string }) => {}
  const save = vi.fn(
    (_revision: number, _plan: object) =>
      new Promise<{ revision: number; savedAt: string }>((resolve) => {
        answer = resolve
      }),
  )
  const { store, kind } = open({ save })

  store.edit({ title: 'ab' })
  await vi.advanceTimersByTimeAsync(2000)
  store.edit({ title: 'abc' })
  expect(kind()).toBe('saving')
  answer({ revision: 5, savedAt: SAVED_AT })
  await vi.advanceTimersByTimeAsync(2000)

  expect(save.mock.calls.map(([revision, plan]) => [revision, plan])).toEqual([
    [4, { title: 'ab' }],
    [5, { title: 'abc' }],
  ])
})

test('keeps the text without an answer and sends it again', async () => {
  const save = vi
    .fn<DraftStoreDeps['save']>()
    .mockRejectedValueOnce(new Refusal({ kind: 'unanswered' }))
    .mockResolvedValue({ revision: 5, savedAt: SAVED_AT })
  const { store, kept, kind } = open({ save })

  store.edit({ title: 'ab' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(kind()).toBe('offline')
  expect(kept.at(-1)).toEqual({ revision: 4, base: start.draft, draft: { title: 'ab' } })
  store.edit({ title: 'abc' })
  await vi.advanceTimersByTimeAsync(5000)

  expect(kind()).toBe('saved')
  expect(save).toHaveBeenLastCalledWith(4, { title: 'abc' })
  expect(kept.at(-1)).toBeUndefined()
})

test('a newer revision stops saving until a person has chosen', async () => {
  const save = vi
    .fn<DraftStoreDeps['save']>()
    .mockRejectedValueOnce(new Refusal({ kind: 'outdated', theirs }))
    .mockResolvedValue({ revision: 8, savedAt: SAVED_AT })
  const { store, kind } = open({ save })

  store.edit({ title: 'mine', other: 1 })
  await vi.advanceTimersByTimeAsync(2000)
  store.edit({ title: 'mine too', other: 1 })
  // Hiding the page sends unsaved changes, but never over a newer revision.
  store.flush()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(kind()).toBe('conflict')
  expect(save).toHaveBeenCalledTimes(1)
  store.keepMine()
  await vi.advanceTimersByTimeAsync(0)

  expect(save).toHaveBeenLastCalledWith(7, { title: 'mine too', other: 2 })
  expect(store.getState()).toMatchObject({ revision: 8, save: { kind: 'saved' } })
})

test('takes the newer revision without saving', async () => {
  const save = vi
    .fn<DraftStoreDeps['save']>()
    .mockRejectedValue(new Refusal({ kind: 'outdated', theirs }))
  const { store, kept } = open({ save })

  store.edit({ title: 'mine', other: 1 })
  await vi.advanceTimersByTimeAsync(2000)
  store.takeTheirs()
  await vi.advanceTimersByTimeAsync(20_000)

  expect(store.getState()).toMatchObject({ draft: theirs.plan, revision: 7 })
  expect(save).toHaveBeenCalledTimes(1)
  expect(kept.at(-1)).toBeUndefined()
})

async function inConflict() {
  const save = vi
    .fn<DraftStoreDeps['save']>()
    .mockRejectedValueOnce(new Refusal({ kind: 'outdated', theirs }))
    .mockResolvedValue({ revision: 8, savedAt: SAVED_AT })
  const opened = open({ save })
  opened.store.edit({ title: 'mine', other: 1 })
  await vi.advanceTimersByTimeAsync(2000)
  return { ...opened, save }
}

test('taking the newer revision can be undone, which brings the choice back', async () => {
  const { store, save, kept, kind } = await inConflict()

  const undo = store.takeTheirs()
  undo()
  expect(kind()).toBe('conflict')
  expect(store.getState()).toMatchObject({ draft: { title: 'mine', other: 1 }, revision: 4 })
  expect(kept.at(-1)).toMatchObject({ draft: { title: 'mine', other: 1 } })
  store.keepMine()
  await vi.advanceTimersByTimeAsync(0)

  expect(save).toHaveBeenLastCalledWith(7, { title: 'mine', other: 2 })
})

test('undoing after further typing keeps mine and what was typed since', async () => {
  const { store, save } = await inConflict()

  const undo = store.takeTheirs()
  store.edit({ title: 'a', other: 2, added: true })
  undo()
  await vi.advanceTimersByTimeAsync(2000)

  expect(save).toHaveBeenLastCalledWith(7, { title: 'mine', other: 2, added: true })
})

test('keeps typing in the browser within two seconds while a save gets no answer', async () => {
  const { store, kept } = open({ save: () => new Promise(() => {}) })

  store.edit({ title: 'ab' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(kept.at(-1)).toMatchObject({ draft: { title: 'ab' } })
  store.edit({ title: 'abc' })
  await vi.advanceTimersByTimeAsync(2000)

  expect(kept.at(-1)).toEqual({ revision: 4, base: start.draft, draft: { title: 'abc' } })
})

test('remembers the revision that ended a scheduled publication', async () => {
  const save = vi
    .fn<DraftStoreDeps['save']>()
    .mockResolvedValueOnce({ revision: 5, savedAt: SAVED_AT, endedSchedule: true })
    .mockResolvedValue({ revision: 6, savedAt: SAVED_AT, endedSchedule: false })
  const { store } = open({ save })
  expect(store.getState().endedScheduleBy).toBeUndefined()

  store.edit({ title: 'ab' })
  await vi.advanceTimersByTimeAsync(2000)
  store.edit({ title: 'abc' })
  await vi.advanceTimersByTimeAsync(2000)

  expect(store.getState()).toMatchObject({ revision: 6, endedScheduleBy: 5 })
})

test('the own draft as the newer revision means that only the answer was lost', async () => {
  const plan = { title: 'mine', other: 1 }
  const save = vi
    .fn<DraftStoreDeps['save']>()
    .mockRejectedValue(new Refusal({ kind: 'outdated', theirs: { ...theirs, plan } }))
  const { store, kind } = open({ save })

  store.edit({ ...plan })
  await vi.advanceTimersByTimeAsync(2000)

  expect(kind()).toBe('saved')
  expect(store.getState().revision).toBe(7)
})

test('an own earlier draft as the newer revision is no conflict with later typing', async () => {
  const lost = { title: 'min', other: 1 }
  const save = vi
    .fn<DraftStoreDeps['save']>()
    .mockRejectedValueOnce(new Refusal({ kind: 'unanswered' }))
    .mockRejectedValueOnce(new Refusal({ kind: 'outdated', theirs: { ...theirs, plan: lost } }))
    .mockResolvedValue({ revision: 8, savedAt: SAVED_AT })
  const { store, kind } = open({ save })

  store.edit({ ...lost })
  await vi.advanceTimersByTimeAsync(2000)
  store.edit({ title: 'mine', other: 1 })
  await vi.advanceTimersByTimeAsync(5000)
  expect(kind()).toBe('changed')
  await vi.advanceTimersByTimeAsync(2000)

  expect(save).toHaveBeenLastCalledWith(7, { title: 'mine', other: 1 })
  expect(kind()).toBe('saved')
})

test('sends at once when the page closes, and keeps the text in case of no answer', async () => {
  const { store, save, kept } = open()

  store.edit({ title: 'ab' })
  store.flush()

  expect(kept.at(-1)).toEqual({ revision: 4, base: start.draft, draft: { title: 'ab' } })
  expect(save).toHaveBeenCalledWith(4, { title: 'ab' })
  await vi.advanceTimersByTimeAsync(5000)
  expect(save).toHaveBeenCalledTimes(1)
})

test('a page that was left sends once more and leaves the rest to the next visit', async () => {
  const save = vi
    .fn<DraftStoreDeps['save']>()
    .mockRejectedValue(new Refusal({ kind: 'unanswered' }))
  const { store, kept } = open({ save })

  store.edit({ title: 'ab' })
  store.close()
  await vi.advanceTimersByTimeAsync(60_000)

  expect(save).toHaveBeenCalledTimes(1)
  expect(kept.at(-1)).toMatchObject({ draft: { title: 'ab' } })
})

test('saves the changes of an earlier visit on the same revision', async () => {
  const { store, save } = open({
    kept: { revision: 4, base: start.draft, draft: { title: 'kept' } },
  })

  expect(store.getState().draft).toEqual({ title: 'kept' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(save).toHaveBeenCalledWith(4, { title: 'kept' })
})

test('changes of an earlier visit on an older revision are a choice', () => {
  const { store, kind, kept } = open({
    kept: { revision: 2, base: { title: '' }, draft: { title: 'kept' } },
  })

  expect(kind()).toBe('conflict')
  expect(store.getState().draft).toEqual({ title: 'kept' })
  expect(kept).toEqual([])
})

test('forgets the changes of an earlier visit that were saved', () => {
  const { kind, kept } = open({ kept: { revision: 3, base: {}, draft: start.draft } })

  expect(kind()).toBe('saved')
  expect(kept).toEqual([undefined])
})

test('leaves the changes of an earlier visit alone if they were not offered', () => {
  const { store, kept } = open({ kept: undefined })

  store.flush()
  store.close()

  expect(kept).toEqual([])
})

test('remembers the number of a removed mission after a save, but not a mistyped position', async () => {
  const { store } = open()
  store.edit({ missions: [{ missionId: 4 }, { missionId: 7 }], products: [{ position: 90_000 }] })
  await vi.advanceTimersByTimeAsync(2000)
  store.edit({ missions: [{ missionId: 4 }], products: [{ position: 200 }] })
  await vi.advanceTimersByTimeAsync(2000)

  expect(store.highestNumber('missions')).toBe(7)
  expect(store.highestNumber('products')).toBe(200)
})

test('a refused draft is sent again after the next change', async () => {
  const save = vi
    .fn<DraftStoreDeps['save']>()
    .mockRejectedValueOnce(new Refusal({ kind: 'refused', message: 'Too large' }))
    .mockResolvedValue({ revision: 5, savedAt: SAVED_AT })
  const { store, kind } = open({ save })

  store.edit({ title: 'ab' })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(store.getState().save).toEqual({ kind: 'refused', message: 'Too large' })
  expect(save).toHaveBeenCalledTimes(1)
  store.edit({ title: 'abc' })
  await vi.advanceTimersByTimeAsync(2000)

  expect(kind()).toBe('saved')
})
