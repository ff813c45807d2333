import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { noticeEndpoints } from '@solstice/contract/notice.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { serverNow } from '@solstice/ui/time.ts'
import { actorName } from '#/lib/actor-name.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { formatYearMinute } from '#/lib/times.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { History } from '#/shell/history/history.tsx'
import { Instant } from '#/shell/instant.tsx'
import { Loaded } from '#/shell/loaded.tsx'
import { Columns, Page } from '#/shell/page.tsx'
import { Button, buttonClass } from '#/ui/button.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Panel } from '#/ui/panel.tsx'
import rows from '#/ui/rows.module.css'
import text from '#/ui/text.module.css'
import { noticeQuery, readNotices } from './api.ts'
import { CampaignStateBadge } from './campaign/campaign-state.tsx'
import { stateOfNotice } from './filter.ts'
import { isReady, NoticeForm, publishedAtOf } from './notice-form.tsx'
import type { NoticeDraft } from './notice-form.tsx'
import { NoticeStateBadge } from './notice-state.tsx'
import styles from './notice.module.css'
import { Phone } from './phone.tsx'
import { trimmed } from './texts.ts'
import { toTyped } from '#/lib/typed-time.ts'

type Shown = CallData<'notice.show'>

/** Shows one notice, its readers and campaigns; before its time it can be changed. */
export function NoticeScreen() {
  const { t } = useTranslation('notice')
  const { noticeId } = useParams({ from: '/app/messages/notices/$noticeId' })
  const query = useQuery(noticeQuery(Number(noticeId)))
  const notice = query.data
  const name = notice?.title[currentLanguage()] ?? t('numbered', { id: noticeId })
  return (
    <Page
      title={name}
      beside={notice && <NoticeStateBadge notice={notice} />}
      aside={notice && <Actions notice={notice} />}
      above={{ to: '/messages/notices', title: t('title'), name }}
    >
      <Panel isFlush={!notice}>
        <Loaded
          query={query}
          endpoint={noticeEndpoints['notice.show']}
          failed={t('oneFailed', { id: noticeId })}
        >
          {(shown) => <About notice={shown} />}
        </Loaded>
      </Panel>
      {notice && (
        <Columns
          main={
            <>
              <Content notice={notice} />
              <Campaigns campaigns={notice.campaigns} />
              <History subjects={[[`notice:${notice.noticeId}`, t('notice')]]} />
            </>
          }
          beside={
            <Panel title={t('asMembersSee')}>
              <Phone texts={notice} />
            </Panel>
          }
        />
      )}
    </Page>
  )
}

function About({ notice }: { notice: Shown }) {
  const { t } = useTranslation('notice')
  const { publishedBy, changedAt, withdrawnAt } = notice
  return (
    <Facts
      facts={[
        [t('type'), t(`types.${notice.type}`)],
        [t('publishedAt'), <Instant key="at" at={notice.publishedAt} />],
        [t('publishedBy'), publishedBy === null ? '–' : actorName(publishedBy)],
        ...(changedAt === null
          ? []
          : [[t('changedAt'), <Instant key="changed" at={changedAt} />] as const]),
        ...(withdrawnAt === null
          ? []
          : [[t('withdrawnAt'), <Instant key="withdrawn" at={withdrawnAt} />] as const]),
        [t('reads'), formatNumber(notice.reads)],
      ]}
    />
  )
}

function Content({ notice }: { notice: Shown }) {
  const { t } = useTranslation('notice')
  return (
    <Panel title={t('whatItSays')}>
      <div className={styles.texts}>
        {(['en', 'ko'] as const).map((language) => (
          <section key={language} lang={language}>
            <h3>{notice.title[language]}</h3>
            <p>{notice.content[language]}</p>
          </section>
        ))}
      </div>
    </Panel>
  )
}

function Campaigns({ campaigns }: { campaigns: Shown['campaigns'] }) {
  const { t } = useTranslation('notice')
  if (campaigns.length === 0) return null
  return (
    <Panel title={t('campaigns')} isFlush>
      <ul className={rows.rows}>
        {campaigns.map(({ campaignId, state, dueAt, members }) => (
          <li key={campaignId}>
            <Link
              to="/messages/campaigns/$campaignId"
              params={{ campaignId: String(campaignId) }}
              className={text.link}
            >
              {t('campaignNumbered', { id: campaignId })}
            </Link>
            <span className={rows.grow}>{formatYearMinute(dueAt)}</span>
            <span>{t('reached', { count: formatNumber(members) })}</span>
            <CampaignStateBadge state={state} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type Asked = 'change' | 'withdraw'

function Actions({ notice }: { notice: Shown }) {
  const { t } = useTranslation('notice')
  const may = useMay()
  const [asked, setAsked] = useState<Asked>()
  const state = stateOfNotice(notice, serverNow())
  const close = () => setAsked(undefined)
  return (
    <>
      {state !== 'WITHDRAWN' && may('notice.startCampaign') && (
        <Link
          to="/messages/campaigns/new"
          search={{ notice: notice.noticeId }}
          className={buttonClass()}
        >
          {t('pushIt')}
        </Link>
      )}
      {state === 'SCHEDULED' && may('notice.change') && (
        <Button onClick={() => setAsked('change')}>{t('change')}</Button>
      )}
      {state !== 'WITHDRAWN' && may('notice.withdraw') && (
        <Button tone="risk" onClick={() => setAsked('withdraw')}>
          {t('withdraw')}
        </Button>
      )}
      {asked === 'change' && <ChangeDialog notice={notice} onClose={close} />}
      {asked === 'withdraw' && <WithdrawDialog notice={notice} onClose={close} />}
    </>
  )
}

type DialogProps = { notice: Shown; onClose: () => void }

function WithdrawDialog({ notice, onClose }: DialogProps) {
  const { t } = useTranslation('notice')
  const name = notice.title[currentLanguage()]
  const open = notice.campaigns.filter(({ state }) => state === 'WAITING' || state === 'SENDING')
  return (
    <Confirm
      level="C2"
      title={t('withdrawTitle')}
      action={t('withdraw')}
      isDanger
      effect={[
        [t('notice'), name],
        [t('reads'), formatNumber(notice.reads)],
        [t('campaignsStopped'), formatNumber(open.length)],
      ]}
      note={t('withdrawNote')}
      typed={{ label: t('typeTitle'), expected: name }}
      run={({ reason, idempotencyKey }) =>
        call(
          noticeEndpoints['notice.withdraw'],
          { params: { noticeId: notice.noticeId }, body: { reason } },
          { idempotencyKey },
        )
      }
      onDone={() => {
        onClose()
        readNotices()
        showToast(t('withdrawn'))
      }}
      onClose={onClose}
    />
  )
}

function ChangeDialog({ notice, onClose }: DialogProps) {
  const { t } = useTranslation('notice')
  const [draft, setDraft] = useState<NoticeDraft>({
    type: notice.type,
    texts: { title: notice.title, content: notice.content },
    isNow: false,
    at: toTyped(notice.publishedAt),
  })
  return (
    <Confirm
      level="C1"
      title={t('changeTitle')}
      action={t('save')}
      effect={[]}
      note={t('changeNote')}
      fields={(isChecked) => <NoticeForm draft={draft} onDraft={setDraft} isChecked={isChecked} />}
      isReady={isReady(draft)}
      run={({ idempotencyKey }) =>
        call(
          noticeEndpoints['notice.change'],
          {
            params: { noticeId: notice.noticeId },
            body: {
              type: draft.type,
              ...trimmed(draft.texts),
              publishedAt: publishedAtOf(draft) ?? new Date(serverNow()).toISOString(),
            },
          },
          { idempotencyKey },
        )
      }
      onDone={() => {
        onClose()
        readNotices()
        showToast(t('changed'))
      }}
      onClose={onClose}
    />
  )
}
