import { seasonLiveEndpoints } from '@solstice/contract/season-live.endpoints'
import { currentLanguage } from '@solstice/ui/language.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { noteSeasons } from '#/shell/season/season-queries.ts'
import type { SeasonRow } from '#/shell/season/season-queries.ts'
import { formatStart } from './season-span.ts'

type WithdrawProps = { season: SeasonRow; onClose: () => void }

/** Ends a schedule; the season stays a draft. */
export function UnscheduleDialog({ season, time, onClose }: WithdrawProps & { time: string }) {
  const { t } = useTranslation('publish')
  return (
    <Confirm
      level="C1"
      title={t('schedule.cancelTitle')}
      action={t('schedule.cancel')}
      effect={[
        [t('dialog.season'), season.title[currentLanguage()]],
        [t('dialog.publishAt'), time],
      ]}
      note={t('schedule.cancelNote')}
      run={({ idempotencyKey }) =>
        call(
          seasonLiveEndpoints['seasonPlan.unschedule'],
          { params: { seasonId: season.seasonId } },
          { idempotencyKey },
        )
      }
      onDone={() => {
        onClose()
        noteSeasons()
        showToast(t('schedule.cancelled'))
      }}
      onClose={onClose}
    />
  )
}

/** Makes a published season a draft again, which is possible until it starts. */
export function UnpublishDialog({ season, onClose }: WithdrawProps) {
  const { t } = useTranslation('publish')
  const name = season.title[currentLanguage()]
  return (
    <Confirm
      level="C2"
      title={t('published.withdrawTitle', { name })}
      action={t('published.withdraw')}
      isDanger
      effect={[
        [t('dialog.season'), name],
        [t('published.starts'), formatStart(season.startAt)],
      ]}
      note={t('published.withdrawNote')}
      typed={{ label: t('dialog.typed', { name }), expected: name }}
      run={({ reason, idempotencyKey }) =>
        call(
          seasonLiveEndpoints['seasonPlan.unpublish'],
          { params: { seasonId: season.seasonId }, body: { reason } },
          { idempotencyKey },
        )
      }
      onDone={() => {
        onClose()
        noteSeasons()
        showToast(t('published.withdrawn', { name }))
      }}
      onClose={onClose}
    />
  )
}
