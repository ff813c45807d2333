import { createContext, useContext } from 'react'
import type { PlanProblem } from '@solstice/rules/plan-problem'
import { insertIn, isWithin, listAt, removeIn, setIn } from '#/lib/season-draft.ts'
import type { Draft } from '#/lib/season-draft.ts'
import { showToast } from '#/lib/toast.ts'
import type { Step } from './step-names.ts'
import type { NumberedList } from './store/list-identity.ts'

export type Builder = {
  seasonId: number
  draft: Draft
  problems: readonly PlanProblem[]
  /** The role may not save, or the season is published. */
  isReadOnly: boolean
  /** Changes the latest draft, also from a toast that was shown before later changes. */
  edit: (change: (draft: Draft) => Draft) => void
  /** Returns the highest number in a list, also of items that were removed on this page. */
  highestNumber: (list: NumberedList) => number
  /** Opens the step of a path and moves the focus to its field. */
  jumpTo: (path: string, step?: Step) => void
  /** The last jump, a new object each time; lists open the item of its path. */
  target: { readonly path: string } | undefined
}

const Context = createContext<Builder | undefined>(undefined)

export const BuilderProvider = Context.Provider

export function useBuilder(): Builder {
  const builder = useContext(Context)
  if (!builder) throw new Error('Only steps of the builder use its draft')
  return builder
}

/** Returns the functions that change the draft. */
export function useEdits() {
  const { edit } = useBuilder()
  return {
    set: (path: string, value: unknown) => edit((draft) => setIn(draft, path, value)),
    add: (path: string, item: unknown) =>
      edit((draft) => insertIn(draft, path, listAt(draft, path).length, item)),
    /** Removes an item; the toast offers to put it back where it was. */
    remove: (path: string, at: number, texts: { removed: string; undo: string }) =>
      edit((draft) => {
        const item = listAt(draft, path)[at]
        showToast(texts.removed, {
          label: texts.undo,
          run: () => edit((later) => insertIn(later, path, at, item)),
        })
        return removeIn(draft, path, at)
      }),
  }
}

export function useProblemsAt(path: string): readonly PlanProblem[] {
  const { problems } = useBuilder()
  return problems.filter((problem) => problem.path === path)
}

/** Returns the problems of a part with everything inside of it. */
export function useProblemsWithin(path: string): readonly PlanProblem[] {
  const { problems } = useBuilder()
  return problems.filter((problem) => isWithin(problem.path, path))
}
