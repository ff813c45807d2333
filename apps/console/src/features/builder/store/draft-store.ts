import { createStore } from 'zustand'
import type { KeptDraft } from '#/lib/kept-draft.ts'
import { listAt } from '#/lib/season-draft.ts'
import type { Draft } from '#/lib/season-draft.ts'
import { highestIn } from './list-identity.ts'
import type { NumberedList } from './list-identity.ts'
import { isSame, mergeDrafts } from './merge.ts'

/** At most this much typing is lost, so the time counts from the first unsaved change. */
const SAVE_AFTER_MS = 2000
const RETRY_AFTER_MS = 5000
/** A page that crashes loses less typing than one that waits for the server. */
const KEEP_AFTER_MS = 1000

/** The newer revision of another editor. */
export type Theirs = { revision: number; plan: Draft; savedBy: string; savedAt: string }

export type SaveState =
  | { kind: 'saved' }
  | { kind: 'changed' }
  | { kind: 'saving' }
  /** No answer came. The draft is kept in the browser and sent again. */
  | { kind: 'offline' }
  | { kind: 'refused'; message: string }
  | { kind: 'conflict'; theirs: Theirs }

export type DraftState = {
  draft: Draft
  /** The plan of `revision` on the server, from which the draft was changed. */
  base: Draft
  revision: number
  savedAt: string
  save: SaveState
  /** The revision of this page with which the server ended a scheduled publication. */
  endedScheduleBy: number | undefined
}

type Saved = { revision: number; savedAt: string; endedSchedule?: boolean }

export type SaveFailure =
  | { kind: 'outdated'; theirs: Theirs }
  | { kind: 'unanswered' }
  | { kind: 'refused'; message: string }

export type DraftStoreDeps = {
  save: (revision: number, plan: Draft) => Promise<Saved>
  failureOf: (error: unknown) => SaveFailure
  /** Stores unsaved changes, or forgets them. */
  keep: (kept: KeptDraft | undefined) => void
  /** Unsaved changes of an earlier visit, unless the page cannot save them. */
  kept: KeptDraft | undefined
}

/**
 * Holds a draft and saves it after changes. A newer revision is never overwritten: saving stops
 * until a person has chosen.
 */
export function createDraftStore(
  loaded: { draft: Draft; revision: number; savedAt: string },
  deps: DraftStoreDeps,
) {
  const { draft: base, revision, savedAt } = loaded
  const store = createStore<DraftState>(() => ({
    draft: base,
    base,
    revision,
    savedAt,
    save: { kind: 'saved' },
    endedScheduleBy: undefined,
  }))
  let timer: ReturnType<typeof setTimeout> | undefined
  let keepTimer: ReturnType<typeof setTimeout> | undefined
  /** Drafts whose answer was lost. One of them may be the newest revision on the server. */
  let unanswered: readonly Draft[] = []
  let isSending = false
  let isOpen = true
  /** A read-only page keeps unsaved text that it did not offer, for a later visit. */
  let isKept = deps.kept !== undefined

  /** The highest numbers of removed items. A new item with such a number would look like the old one. */
  const removed = { missions: 0, products: 0 }
  store.subscribe(({ draft }, { draft: before }) => {
    for (const list of ['missions', 'products'] as const) {
      if (listAt(draft, list).length >= listAt(before, list).length) continue
      removed[list] = Math.max(removed[list], highestIn(before, list))
    }
  })

  const isChanged = () => store.getState().draft !== store.getState().base
  const setSave = (save: SaveState) => store.setState({ save })

  function keepChanges(): void {
    clearTimeout(keepTimer)
    keepTimer = undefined
    const { draft, base: from, revision: at } = store.getState()
    if (!isChanged()) return forget()
    deps.keep({ revision: at, base: from, draft })
    isKept = true
  }

  function forget(): void {
    if (isKept) deps.keep(undefined)
    isKept = false
  }

  function sendAfter(delayMs: number): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void send()
    }, delayMs)
  }

  function clearTimer(): void {
    clearTimeout(timer)
    timer = undefined
  }

  function edit(draft: Draft): void {
    if (draft === store.getState().draft) return
    store.setState({ draft })
    const { kind } = store.getState().save
    if (kind === 'conflict') return keepChanges()
    keepTimer ??= setTimeout(keepChanges, KEEP_AFTER_MS)
    if (kind === 'saved' || kind === 'refused') setSave({ kind: 'changed' })
    sendAfter(SAVE_AFTER_MS)
  }

  async function send(): Promise<void> {
    const { draft, revision: at, save } = store.getState()
    if (isSending || save.kind === 'conflict' || !isChanged()) return
    isSending = true
    setSave({ kind: 'saving' })
    try {
      const reply = await deps.save(at, draft)
      noteSaved(draft, reply)
    } catch (error) {
      noteFailure(deps.failureOf(error), draft)
    } finally {
      isSending = false
    }
    const { kind } = store.getState().save
    if (kind === 'changed') sendAfter(isOpen ? SAVE_AFTER_MS : 0)
    // The next visit sends the kept draft of a page that was left.
    if (kind === 'offline' && isOpen) sendAfter(RETRY_AFTER_MS)
  }

  function noteSaved(sent: Draft, reply: Saved): void {
    unanswered = []
    store.setState({ base: sent, revision: reply.revision, savedAt: reply.savedAt })
    if (reply.endedSchedule) store.setState({ endedScheduleBy: reply.revision })
    setSave({ kind: isChanged() ? 'changed' : 'saved' })
    keepChanges()
  }

  function noteFailure(failure: SaveFailure, sent: Draft): void {
    if (failure.kind === 'outdated') {
      const { theirs } = failure
      // The answer to an earlier attempt was lost, so the newer revision is a draft of this page.
      const own = [sent, ...unanswered].find((draft) => isSame(theirs.plan, draft))
      if (own) return noteSaved(own, theirs)
      setSave({ kind: 'conflict', theirs })
    }
    if (failure.kind === 'unanswered') {
      unanswered = [...unanswered, sent]
      setSave({ kind: 'offline' })
    }
    if (failure.kind === 'refused') setSave(failure)
    keepChanges()
  }

  /** Sends unsaved changes at once, and keeps them in case that no answer comes. */
  function flush(): void {
    clearTimer()
    keepChanges()
    void send()
  }

  function open(): void {
    isOpen = true
  }

  /** Sends what is left when the page is left. */
  function close(): void {
    isOpen = false
    flush()
  }

  /** Returns a function that undoes the choice. */
  function takeTheirs(): () => void {
    const before = store.getState()
    if (before.save.kind !== 'conflict') return () => {}
    const { plan, revision: at, savedAt: when } = before.save.theirs
    store.setState({ draft: plan, base: plan, revision: at, savedAt: when })
    setSave({ kind: 'saved' })
    keepChanges()
    return () => {
      const { draft } = store.getState()
      // Typing on top of theirs stays, as it would after choosing to keep mine.
      if (draft !== plan) return edit(mergeDrafts(before.base, before.draft, draft))
      store.setState(before)
      keepChanges()
    }
  }

  function keepMine(): void {
    const { save, base: from, draft } = store.getState()
    if (save.kind !== 'conflict') return
    const { plan, revision: at, savedAt: when } = save.theirs
    const merged = mergeDrafts(from, draft, plan)
    store.setState({ draft: merged, base: plan, revision: at, savedAt: when })
    setSave({ kind: 'changed' })
    flush()
  }

  restore()
  function restore(): void {
    const { kept } = deps
    if (!kept || isSame(kept.draft, base)) return forget()
    if (kept.revision === revision || isSame(kept.base, base)) return edit(kept.draft)
    store.setState({ draft: kept.draft, base: kept.base, revision: kept.revision })
    setSave({ kind: 'conflict', theirs: { revision, plan: base, savedBy: '', savedAt } })
  }

  function highestNumber(list: NumberedList): number {
    const { draft, base: from } = store.getState()
    return Math.max(removed[list], highestIn(draft, list), highestIn(from, list))
  }

  return { ...store, edit, flush, open, close, takeTheirs, keepMine, highestNumber }
}
