import { useState } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { openConditions } from '@solstice/rules/season-gate'
import type { GateItem } from '@solstice/rules/season-gate'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { formatMinute } from '#/lib/times.ts'
import { useProblemText } from '#/shell/season/problem-text.ts'
import type { SeasonRow, SeasonShown } from '#/shell/season/season-queries.ts'
import { Button } from '#/ui/button.tsx'
import { Field, SelectField } from '#/ui/field.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import type { Confirmable } from './gate-list.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { publishTimeOf } from './publish-time.ts'
import { usePublishSentence } from './publish-sentence.ts'
import { UnpublishDialog, UnscheduleDialog } from './withdraw-dialogs.tsx'

type PublishActionsProps = {
  season: SeasonRow
  /** Null while the draft lacks the form of a plan. */
  plan: SeasonPlan | null
  gate: readonly GateItem[]
  confirmed: readonly Confirmable[]
  schedule: SeasonShown['schedule']
  revision: number
  isSaved: boolean
  seed: number
}

/** Says what would be published, and offers to publish or to withdraw it. */
export function PublishActions(props: PublishActionsProps) {
  const { season, plan, schedule } = props
  const { t } = useTranslation('publish')
  const sentenceOf = usePublishSentence()
  const may = useMay()
  const sentence = plan && sentenceOf(plan)
  return (
    <Panel title={t('what.title')}>
      {sentence ? (
        <>
          <p className={text.sentence}>{sentence.programme}</p>
          <p className={classNames(text.small, text.faint)}>{sentence.utc}</p>
        </>
      ) : (
        <p className={text.soft}>{t('what.unfinished')}</p>
      )}
      {schedule && schedule.state !== 'DONE' && <Scheduled {...props} schedule={schedule} />}
      {season.state === 'PUBLISHED' ? (
        <Published {...props} />
      ) : (
        may('seasonPlan.publish') && <Publish {...props} />
      )}
    </Panel>
  )
}

function Publish({ season, plan, gate, confirmed, revision, isSaved, seed }: PublishActionsProps) {
  const { t } = useTranslation('publish')
  const [mode, setMode] = useState<'now' | 'later'>('now')
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const open = openConditions(gate, confirmed)
  const time = publishTimeOf(typed, plan?.startAt)
  const publishAt = mode === 'later' && time.kind === 'valid' ? time.publishAt : undefined
  const isReady = plan !== null && open.length === 0 && isSaved
  const name = plan?.title[currentLanguage()] ?? ''

  function ask() {
    setTried(true)
    if (mode === 'now' || publishAt !== undefined) setOpen(true)
  }

  return (
    <>
      <SelectField
        label={t('when.label')}
        value={mode}
        options={[
          ['now', t('when.now')],
          ['later', t('when.later')],
        ]}
        onValue={setMode}
      />
      {mode === 'later' && (
        <Field
          label={t('when.at')}
          type="datetime-local"
          value={typed}
          onValue={setTyped}
          help={t('when.help')}
          problem={isTried && time.kind !== 'valid' ? t(`when.${time.kind}`) : undefined}
        />
      )}
      <Button tone="primary" icon="stamp" disabled={!isReady} onClick={ask}>
        {t(mode === 'now' ? 'ask.publish' : 'ask.schedule', { name })}
      </Button>
      <p className={classNames(text.small, text.faint)} role="status">
        {isReady ? t('ask.note') : t('ask.blocked', { count: Math.max(1, open.length) })}
      </p>
      {isOpen && plan && (
        <PublishDialog
          seasonId={season.seasonId}
          plan={plan}
          revision={revision}
          confirmed={confirmed}
          publishAt={publishAt}
          seed={seed}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

type ScheduledProps = PublishActionsProps & { schedule: NonNullable<SeasonShown['schedule']> }

function Scheduled({ season, schedule }: ScheduledProps) {
  const { t } = useTranslation('publish')
  const may = useMay()
  const problemText = useProblemText()
  const [isOpen, setOpen] = useState(false)
  const time = formatMinute(schedule.publishAt)
  return (
    <>
      {schedule.state === 'SUSPENDED' ? (
        <Note tone="bad">
          {t('schedule.suspended', { time })}
          <ul>
            {schedule.problems.map((problem) => (
              <li key={`${problem.path} ${problem.code}`}>{problemText(problem)}</li>
            ))}
          </ul>
        </Note>
      ) : (
        <Note tone="accent" icon="clock">
          {t('schedule.waiting', { time })}
        </Note>
      )}
      {may('seasonPlan.unschedule') && (
        <Button icon="close" onClick={() => setOpen(true)}>
          {t('schedule.cancel')}
        </Button>
      )}
      {isOpen && <UnscheduleDialog season={season} time={time} onClose={() => setOpen(false)} />}
    </>
  )
}

function Published({ season }: PublishActionsProps) {
  const { t } = useTranslation('publish')
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const canWithdraw = season.phase === 'PUBLISHED' && may('seasonPlan.unpublish')
  return (
    <>
      <Note tone="ok">{t('published.note')}</Note>
      {canWithdraw && (
        <Button tone="risk" icon="back" onClick={() => setOpen(true)}>
          {t('published.withdraw')}
        </Button>
      )}
      {isOpen && <UnpublishDialog season={season} onClose={() => setOpen(false)} />}
    </>
  )
}
