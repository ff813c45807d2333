import { useNavigate } from '@tanstack/react-router'
import {
  lazy,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { nameAt } from '#/lib/season-draft.ts'
import type { Draft } from '#/lib/season-draft.ts'
import { showToast } from '#/lib/toast.ts'
import { Page } from '#/shell/page.tsx'
import { PhaseBadge } from '#/shell/season/phase-badge.tsx'
import { noteSeason } from '#/shell/season/season-queries.ts'
import type { SeasonShown } from '#/shell/season/season-queries.ts'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Note } from '#/ui/note.tsx'
import { BuilderProvider } from '#/features/builder/builder-context.ts'
import type { Builder } from '#/features/builder/builder-context.ts'
import { focusPath } from '#/features/builder/problems/focus-path.ts'
import { ProblemList } from '#/features/builder/problems/problem-list.tsx'
import type { Step } from '#/features/builder/step-names.ts'
import { stepOf } from '#/features/builder/steps.ts'
import type { DraftState } from '#/features/builder/store/draft-store.ts'
import { useDraftStore } from '#/features/builder/store/use-draft-store.ts'
import { checkLive } from './check-live.ts'
import { Conflict } from './conflict.tsx'
import { withHiddenFields } from './hidden-fields.ts'
import { SaveStatus } from './save-status.tsx'
import { StepContent } from './step-content.tsx'
import { StepList } from './step-list.tsx'
import styles from './frame.module.css'

const PhonePreview = lazy(async () => ({
  default: (await import('#/features/builder/preview/phone-preview.tsx')).PhonePreview,
}))

/** Renders the steps, the chosen one, its problems and the phone around one draft. */
export function BuilderFrame({ shown, step }: { shown: SeasonShown; step: Step }) {
  const { t } = useTranslation('builder')
  const may = useMay()
  const navigate = useNavigate({ from: '/seasons/$seasonId/edit' })
  const { season } = shown
  const isReadOnly = season.state !== 'DRAFT' || !may('seasonPlan.save')
  const { store, state } = useDraftStore(shown, { isReadOnly })
  // The server hides codes and answers from some readers, but judges the whole plan.
  const problems = useMemo(
    () => (isReadOnly ? shown.problems : checkLive(state.draft).problems),
    [isReadOnly, shown.problems, state.draft],
  )
  const readable = useMemo(
    () => (isReadOnly ? withHiddenFields(state.draft) : state.draft),
    [isReadOnly, state.draft],
  )
  const previewed = useDeferredValue(readable)
  const content = useRef<HTMLDivElement>(null)
  const [target, setTarget] = useState<{ path: string; step: Step }>()

  const jumpTo = useCallback(
    (path: string, to = stepOf(path)) => {
      setTarget({ path, step: to })
      if (to !== step) void navigate({ search: { step: to } })
    },
    [navigate, step],
  )

  // A jump to another step finds its field once the step is shown.
  useEffect(() => {
    if (target?.step === step && content.current) focusPath(content.current, target.path)
  }, [target, step])

  const builder: Builder = {
    seasonId: season.seasonId,
    draft: state.draft,
    problems,
    isReadOnly,
    edit: (change: (draft: Draft) => Draft) => store.edit(change(store.getState().draft)),
    highestNumber: store.highestNumber,
    jumpTo,
    target,
  }

  const name = nameAt(state.draft, 'title') || t('untitled', { id: season.seasonId })
  const { save } = state
  return (
    <BuilderProvider value={builder}>
      <Page
        title={t(`steps.${step}`)}
        above={{ to: '/seasons', title: t('above'), name }}
        isDense
        aside={
          <>
            <PhaseBadge season={season} />
            <Badge>{t('revision', { revision: state.revision })}</Badge>
            {!isReadOnly && <SaveStatus state={state} />}
            {step !== 'publish' && (
              <Button tone="primary" onClick={() => void navigate({ search: { step: 'publish' } })}>
                {t('checkAndPublish')}
              </Button>
            )}
          </>
        }
      >
        <div className={styles.frame}>
          <StepList current={step} isPublished={season.state === 'PUBLISHED'} />
          <div ref={content} className={styles.content}>
            {isReadOnly && <Note icon="lock">{t(readOnlyReason(season.state))}</Note>}
            {save.kind === 'conflict' && (
              <Conflict
                state={state}
                theirs={save.theirs}
                onTakeTheirs={() => {
                  const undo = store.takeTheirs()
                  const { revision } = save.theirs
                  const action = { label: t('common:undo'), run: undo }
                  showToast(t('conflict.taken', { revision }), action)
                }}
                onKeepMine={store.keepMine}
              />
            )}
            {hasEndedSchedule(shown, state) && (
              <Note tone="warn" isLive>
                {t('save.endedSchedule')}
              </Note>
            )}
            <StepContent
              step={step}
              shown={shown}
              state={{ ...state, draft: readable }}
              onSave={store.flush}
            />
            <ProblemList />
          </div>
          <aside className={styles.phone} aria-label={t('phone')}>
            <Suspense fallback={null}>
              <PhonePreview
                seasonId={season.seasonId}
                draft={previewed}
                revision={state.revision}
                onPreviewed={() => noteSeason(season.seasonId)}
              />
            </Suspense>
          </aside>
        </div>
      </Page>
    </BuilderProvider>
  )
}

/** A later schedule replaces the one that an edit on this page ended. */
function hasEndedSchedule({ schedule, revision }: SeasonShown, { endedScheduleBy }: DraftState) {
  if (endedScheduleBy === undefined) return false
  return schedule?.state !== 'WAITING' || revision < endedScheduleBy
}

const readOnlyReason = (state: 'DRAFT' | 'PUBLISHED') =>
  state === 'DRAFT' ? 'readOnlyRole' : 'readOnlyPublished'
