import { noticeCampaignEndpoints } from '@solstice/contract/notice-campaign.endpoints'
import { formatNumber } from '@solstice/ui/format.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Instant } from '#/shell/instant.tsx'
import type { Confirmed } from '#/shell/use-confirmation.ts'
import { readNotices } from '#/features/notice/api.ts'
import type { Reach } from '#/features/notice/api.ts'
import { trimmed } from '#/features/notice/texts.ts'
import type { NoticeTexts } from '#/features/notice/texts.ts'
import type { Audience } from './facts.ts'
import type { ChosenTime } from './when.ts'

export type NewCampaign = {
  audience: Audience
  texts: NoticeTexts
  /** An existing notice; a new one is published with the campaign. */
  noticeId: number | undefined
  chosen: Extract<ChosenTime, { isReady: true }>
  holdOutPercent: number
  isTested: boolean
}

type SendDialogProps = {
  campaign: NewCampaign
  reach: Reach | undefined
  onDone: (campaignId: number) => void
  onClose: () => void
}

/** Asks before a campaign is started, with the members that it would reach. */
export function SendDialog({ campaign, reach, onDone, onClose }: SendDialogProps) {
  const { t } = useTranslation('campaign')
  const { audience, texts, noticeId, chosen, holdOutPercent, isTested } = campaign

  const start = ({ reason, idempotencyKey }: Confirmed) =>
    call(
      noticeCampaignEndpoints['notice.startCampaign'],
      {
        body: {
          ...(noticeId === undefined ? { notice: trimmed(texts) } : { noticeId }),
          ...audience,
          ...chosen.body,
          holdOutPercent,
          ...(!isTested && { untested: true }),
          reason,
        },
      },
      { idempotencyKey },
    )

  const number = (value: number | undefined) =>
    value === undefined
      ? t('unknown')
      : reach?.isEstimate
        ? t('about', { count: formatNumber(value) })
        : formatNumber(value)
  return (
    <Confirm
      level="C2"
      title={t('sendTitle')}
      action={t('sendTo', { count: number(reach?.members) })}
      effect={[
        [t('campaign'), texts.title.en.trim()],
        [t('figures.membersReached'), number(reach?.members)],
        [t('figures.devices'), number(reach?.devices)],
        [t('figures.asleep'), number(reach?.asleep)],
        [t('holdOut'), t('percent', { count: String(holdOutPercent) })],
        [
          t('when'),
          chosen.at === undefined ? t('kinds.now') : <Instant key="when" at={chosen.at} />,
        ],
        [t('test'), t(isTested ? 'testedYes' : 'testedNo')],
      ]}
      note={t('sendNote')}
      run={start}
      onDone={({ campaignId }) => {
        readNotices()
        showToast(t('started'))
        onDone(campaignId)
      }}
      onClose={() => {
        readNotices()
        onClose()
      }}
    />
  )
}
