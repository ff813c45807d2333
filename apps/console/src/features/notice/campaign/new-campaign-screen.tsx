import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { noticeCampaignEndpoints } from '@solstice/contract/notice-campaign.endpoints'
import { noticeEndpoints } from '@solstice/contract/notice.endpoints'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { useDebounced } from '#/lib/use-debounced.ts'
import { Forbidden, Loaded } from '#/shell/loaded.tsx'
import { Columns, Page } from '#/shell/page.tsx'
import { Button } from '#/ui/button.tsx'
import { Field } from '#/ui/field.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { campaignSeasonsQuery, noticeQuery, reachQuery } from '#/features/notice/api.ts'
import type { AudienceQuery, Notice } from '#/features/notice/api.ts'
import styles from '#/features/notice/notice.module.css'
import { Phone } from '#/features/notice/phone.tsx'
import { TextFields } from '#/features/notice/text-fields.tsx'
import { EMPTY_TEXTS, isComplete } from '#/features/notice/texts.ts'
import type { NoticeTexts } from '#/features/notice/texts.ts'
import { AudienceBuilder } from './audience-builder.tsx'
import { EVERYBODY, toAudienceQuery } from './facts.ts'
import { ReachFigures } from './reach-figures.tsx'
import { SampleDialog } from './sample.tsx'
import { SendDialog } from './send-dialog.tsx'
import { TestPanel } from './test-panel.tsx'
import { WhenFields } from './when-fields.tsx'
import { chosenTime, NOW } from './when.ts'

const COUNT_AFTER_MS = 300

/** Builds a campaign: for whom, with which text, and when. */
export function NewCampaignScreen() {
  const { t } = useTranslation('campaign')
  const may = useMay()
  const above = { to: '/messages/campaigns', title: t('title'), name: t('new') } as const
  if (!may('notice.startCampaign')) {
    return (
      <Page title={t('new')} above={above}>
        <Panel isFlush>
          <Forbidden roles={noticeCampaignEndpoints['notice.startCampaign'].roles} />
        </Panel>
      </Page>
    )
  }
  return <NoticeLoader above={above} />
}

type Above = { to: '/messages/campaigns'; title: string; name: string }

/** Opens the builder when the notice of the address is loaded, because its texts are sent as they are. */
function NoticeLoader({ above }: { above: Above }) {
  const { t } = useTranslation('campaign')
  const { notice: noticeId } = useSearch({ from: '/app/messages/campaigns/new' })
  const query = useQuery({ ...noticeQuery(noticeId ?? 0), enabled: noticeId !== undefined })
  if (noticeId === undefined || query.data) return <Builder above={above} notice={query.data} />
  return (
    <Page title={t('new')} above={above}>
      <Panel isFlush>
        <Loaded
          query={query}
          endpoint={noticeEndpoints['notice.show']}
          failed={t('noticeFailed', { id: noticeId })}
        >
          {() => null}
        </Loaded>
      </Panel>
    </Page>
  )
}

function Builder({ above, notice }: { above: Above; notice: Notice | undefined }) {
  const { t } = useTranslation('campaign')
  const may = useMay()
  const navigate = useNavigate()
  const listed = useQuery(campaignSeasonsQuery)
  const seasons = listed.data?.list ?? []
  const [audience, setAudience] = useState(EVERYBODY)
  const [written, setWritten] = useState<NoticeTexts>(EMPTY_TEXTS)
  const [when, setWhen] = useState(NOW)
  const [holdOut, setHoldOut] = useState('0')
  const [tested, setTested] = useState<string>()
  const [isUntested, setUntested] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [isSampling, setSampling] = useState(false)

  const texts = notice ?? written
  const chosen = chosenTime(when, seasons)
  const query = {
    ...toAudienceQuery(audience),
    ...(chosen.isReady && chosen.at !== undefined && { at: chosen.at }),
  }
  // The text of the query is the same as long as its facts are.
  const settled = useDebounced(JSON.stringify(query), COUNT_AFTER_MS)
  const counted = useQuery(reachQuery(JSON.parse(settled) as AudienceQuery)) // It was written from a query above.
  const holdOutPercent = /^\d{1,2}$/.test(holdOut) && Number(holdOut) <= 50 ? Number(holdOut) : -1
  // Another text has not been seen on a phone.
  const isTested = tested !== undefined && tested === keyOf(texts)
  const isTestSettled = isTested || isUntested
  const isReady = isComplete(texts) && chosen.isReady && holdOutPercent >= 0 && isTestSettled

  function ask() {
    setChecked(true)
    if (isReady) setAsking(true)
  }

  return (
    <Page
      title={t('new')}
      above={above}
      aside={
        <Button tone="primary" onClick={ask}>
          {t(when.kind === 'now' ? 'sendNow' : 'schedule')}
        </Button>
      }
    >
      <Columns
        main={
          <>
            <Panel
              title={t('whoGetsIt')}
              isFlush
              more={
                may('notice.sampleAudience') && (
                  <Button size="small" tone="plain" onClick={() => setSampling(true)}>
                    {t('showSome')}
                  </Button>
                )
              }
            >
              {listed.data === undefined && listed.error && (
                <Loaded
                  query={listed}
                  endpoint={noticeCampaignEndpoints['notice.listSeasons']}
                  failed={t('seasonsFailed')}
                >
                  {() => null}
                </Loaded>
              )}
              <AudienceBuilder
                audience={audience}
                onAudience={setAudience}
                seasons={seasons}
                reach={counted.data}
              />
              <Loaded
                query={counted}
                endpoint={noticeCampaignEndpoints['notice.countAudience']}
                failed={t('countFailed')}
              >
                {(reach) => <ReachFigures reach={reach} />}
              </Loaded>
            </Panel>
            <Panel title={t('whatItSays')}>
              {notice ? (
                <p>{t('sendsNotice', { id: notice.noticeId })}</p>
              ) : (
                <>
                  <p className={text.soft}>{t('alsoNotice')}</p>
                  <TextFields texts={written} onTexts={setWritten} isChecked={isChecked} />
                </>
              )}
            </Panel>
            <Panel title={t('when')}>
              <WhenFields
                when={when}
                onWhen={setWhen}
                seasons={seasons}
                chosen={chosen}
                isChecked={isChecked}
              />
            </Panel>
            <Panel title={t('holdOut')}>
              <div className={styles.row}>
                <Field
                  label={t('holdOutPercent')}
                  inputMode="numeric"
                  value={holdOut}
                  onValue={setHoldOut}
                  help={t('holdOutHelp')}
                  problem={holdOutPercent < 0 ? t('problems.holdOut') : undefined}
                />
              </div>
            </Panel>
          </>
        }
        beside={
          <>
            <Panel title={t('asMembersSee')}>
              <Phone texts={texts} />
            </Panel>
            <TestPanel
              texts={texts}
              isTested={isTested}
              isUntested={isUntested}
              isChecked={isChecked}
              onTested={() => setTested(keyOf(texts))}
              onUntested={setUntested}
            />
          </>
        }
      />
      {isSampling && (
        <SampleDialog query={toAudienceQuery(audience)} onClose={() => setSampling(false)} />
      )}
      {isAsking && chosen.isReady && (
        <SendDialog
          campaign={{
            audience,
            texts,
            noticeId: notice?.noticeId,
            chosen,
            holdOutPercent,
            isTested,
          }}
          reach={counted.data}
          onDone={(campaignId) =>
            void navigate({
              to: '/messages/campaigns/$campaignId',
              params: { campaignId: String(campaignId) },
            })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </Page>
  )
}

const keyOf = ({ title, content }: NoticeTexts) =>
  JSON.stringify([title.en, title.ko, content.en, content.ko].map((each) => each.trim()))
