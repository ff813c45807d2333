import { seasonDraftEndpoints } from '@solstice/contract/season-draft.endpoints'
import { seasonLiveEndpoints } from '@solstice/contract/season-live.endpoints'
import { seasonPlanEndpoints } from '@solstice/contract/season-plan.endpoints'
import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { simulateSeason } from '@solstice/rules/season-simulation'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatMinute } from '#/lib/times.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { noteSeasons } from '#/shell/season/season-queries.ts'
import type { Confirmed } from '#/shell/use-confirmation.ts'
import type { Fact } from '#/ui/facts.tsx'
import type { Confirmable } from './gate-list.tsx'
import { formatEnd, formatStart } from './season-span.ts'

type PublishDialogProps = {
  seasonId: number
  plan: SeasonPlan
  revision: number
  confirmed: readonly Confirmable[]
  /** Undefined to publish as soon as it is approved. */
  publishAt: string | undefined
  seed: number
  onClose: () => void
}

/** Asks before a season is published or scheduled, which usually needs a second person. */
export function PublishDialog(props: PublishDialogProps) {
  const { seasonId, plan, revision, confirmed, publishAt, seed, onClose } = props
  const { t } = useTranslation('publish')
  const name = plan.title[currentLanguage()]
  const { xp, tickets, reward } = simulateSeason(plan, plan.budget.members)
  const effect: Fact[] = [
    [
      t('dialog.span'),
      t('dialog.fromTo', { from: formatStart(plan.startAt), to: formatEnd(plan.endAt) }),
    ],
    [t('dialog.reward'), `${formatNumber(Number(reward))} ${plan.reward.symbol}`],
    [t('figures.xp'), formatNumber(xp)],
    [t('figures.tickets'), formatNumber(tickets)],
    [t('sliders.members'), formatNumber(plan.budget.members)],
    [t('dialog.revision'), formatNumber(revision)],
    ...(publishAt === undefined
      ? []
      : [[t('dialog.publishAt'), formatMinute(publishAt)] satisfies Fact]),
  ]

  /** The result of the simulation is stored with the revision before anybody approves it. */
  async function run({ reason, idempotencyKey }: Confirmed) {
    const params = { seasonId }
    await call(
      seasonDraftEndpoints['seasonPlan.simulate'],
      { params, body: { revision, seed } },
      { idempotencyKey: `${idempotencyKey}-simulation` },
    )
    const body = { confirmed: [...confirmed], reason }
    if (publishAt === undefined) {
      await call(seasonPlanEndpoints['seasonPlan.publish'], { params, body }, { idempotencyKey })
    } else {
      await call(
        seasonLiveEndpoints['seasonPlan.schedule'],
        { params, body: { ...body, publishAt } },
        { idempotencyKey },
      )
    }
  }

  return (
    <Confirm
      level="C4"
      title={t(publishAt === undefined ? 'dialog.title' : 'dialog.scheduleTitle', { name })}
      action={t(publishAt === undefined ? 'ask.publish' : 'ask.schedule', { name })}
      icon="stamp"
      effect={effect}
      note={t('ask.note')}
      typed={{ label: t('dialog.typed', { name }), expected: name }}
      run={run}
      onDone={() => {
        onClose()
        noteSeasons()
        showToast(t(publishAt === undefined ? 'dialog.done' : 'dialog.scheduled', { name }))
      }}
      onClose={() => {
        // A proposal may have been made, which the list of seasons shows.
        noteSeasons()
        onClose()
      }}
    />
  )
}
