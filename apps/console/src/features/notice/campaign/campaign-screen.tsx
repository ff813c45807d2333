import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { noticeCampaignEndpoints } from '@solstice/contract/notice-campaign.endpoints'
import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { actorName } from '#/lib/actor-name.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { History } from '#/shell/history/history.tsx'
import { Instant } from '#/shell/instant.tsx'
import { Loaded } from '#/shell/loaded.tsx'
import { Columns, Page } from '#/shell/page.tsx'
import { Button } from '#/ui/button.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { campaignQuery, campaignSeasonsQuery, readNotices } from '#/features/notice/api.ts'
import type { CampaignDetail } from '#/features/notice/api.ts'
import { Phone } from '#/features/notice/phone.tsx'
import { AudienceSentences } from './audience-sentences.tsx'
import { CampaignStateBadge } from './campaign-state.tsx'
import { Delivery } from './delivery.tsx'
import { EffectPanel } from './effect.tsx'
import { toAudienceQuery } from './facts.ts'
import { useMomentText } from './moment-text.ts'
import { SampleDialog } from './sample.tsx'

/** Shows one campaign: its audience, its delivery by hour and reason, and its effect. */
export function CampaignScreen() {
  const { t } = useTranslation('campaign')
  const { campaignId } = useParams({ from: '/app/messages/campaigns/$campaignId' })
  const query = useQuery(campaignQuery(Number(campaignId)))
  const campaign = query.data
  const name = campaign?.notice.title[currentLanguage()] ?? t('numbered', { id: campaignId })
  return (
    <Page
      title={name}
      beside={campaign && <CampaignStateBadge state={campaign.state} />}
      aside={campaign && <Actions campaign={campaign} />}
      above={{ to: '/messages/campaigns', title: t('title'), name }}
    >
      <Panel isFlush={!campaign}>
        <Loaded
          query={query}
          endpoint={noticeCampaignEndpoints['notice.showCampaign']}
          failed={t('oneFailed', { id: campaignId })}
        >
          {(shown) => <About campaign={shown} />}
        </Loaded>
      </Panel>
      {campaign && (
        <Columns
          main={
            <>
              <Delivery campaign={campaign} />
              {campaign.holdOutPercent > 0 && <EffectPanel campaign={campaign} />}
              <History subjects={[[`campaign:${campaign.campaignId}`, t('campaign')]]} />
            </>
          }
          beside={
            <>
              <WhoGotIt campaign={campaign} />
              <Panel title={t('asMembersSee')}>
                <Phone texts={campaign.notice} />
              </Panel>
            </>
          }
        />
      )}
    </Page>
  )
}

function WhoGotIt({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation('campaign')
  const may = useMay()
  const [isSampling, setSampling] = useState(false)
  return (
    <Panel
      title={t('whoGetsIt')}
      more={
        may('notice.sampleAudience') && (
          <Button size="small" tone="plain" onClick={() => setSampling(true)}>
            {t('showSome')}
          </Button>
        )
      }
    >
      <AudienceSentences audience={campaign} />
      {isSampling && (
        <SampleDialog query={toAudienceQuery(campaign)} onClose={() => setSampling(false)} />
      )}
    </Panel>
  )
}

function About({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation('campaign')
  const { data: { list: seasons } = { list: [] } } = useQuery(campaignSeasonsQuery)
  const { textOf } = useMomentText(seasons)
  const { moment, isMomentKnown, stoppedFor, expectedMembers, memberLimit } = campaign
  const number = (value: number | null) => (value === null ? '–' : formatNumber(value))
  return (
    <>
      {stoppedFor !== null && (
        <Note tone={stoppedFor === 'LIMIT' ? 'warn' : 'plain'}>
          {t(`stopped.${stoppedFor}`, { count: number(memberLimit) })}
        </Note>
      )}
      {!isMomentKnown && <Note tone="warn">{t('momentGone')}</Note>}
      <Facts
        facts={[
          [t('due'), isMomentKnown ? <Instant key="due" at={campaign.dueAt} /> : '–'],
          ...(moment ? [[t('moment'), textOf(moment)] as const] : []),
          [t('startedBy'), actorName(campaign.startedBy)],
          [
            t('notice'),
            <Link
              key="notice"
              to="/messages/notices/$noticeId"
              params={{ noticeId: String(campaign.noticeId) }}
              className={text.link}
            >
              {t('noticeNumbered', { id: campaign.noticeId })}
            </Link>,
          ],
          [
            t('test'),
            campaign.testedAt === null ? (
              t('testedNo')
            ) : (
              <Instant key="test" at={campaign.testedAt} />
            ),
          ],
          [t('expected'), number(expectedMembers)],
          [t('limit'), number(memberLimit)],
        ]}
      />
    </>
  )
}

function Actions({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation('campaign')
  const may = useMay()
  const [isAsking, setAsking] = useState(false)
  const isOpen =
    campaign.state === 'WAITING' || campaign.state === 'SENDING' || campaign.waiting > 0
  if (!may('notice.cancelCampaign')) return null
  return (
    <>
      {isOpen && (
        <Button tone="risk" icon="stop" onClick={() => setAsking(true)}>
          {t('stop')}
        </Button>
      )}
      {isAsking && <StopDialog campaign={campaign} onClose={() => setAsking(false)} />}
    </>
  )
}

function StopDialog({ campaign, onClose }: { campaign: CampaignDetail; onClose: () => void }) {
  const { t } = useTranslation('campaign')
  const { campaignId, sent, waiting } = campaign
  return (
    <Confirm
      level="C2"
      title={t('stopTitle')}
      action={t('stop')}
      icon="stop"
      isDanger
      effect={[
        [t('sent'), formatNumber(sent)],
        [t('notSent'), formatNumber(waiting)],
      ]}
      note={t('stopNote')}
      run={({ reason, idempotencyKey }) =>
        call(
          noticeCampaignEndpoints['notice.cancelCampaign'],
          { params: { campaignId }, body: { reason } },
          { idempotencyKey },
        )
      }
      onDone={() => {
        onClose()
        readNotices()
        showToast(t('stoppedToast'))
      }}
      onClose={onClose}
    />
  )
}
