import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { formatAmount, formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnMinute, formatProgrammeDay } from '@solstice/ui/programme-time.ts'
import { copyText, invitationLink, shareInvitation } from '#/lib/share.ts'
import { showToast } from '#/lib/toast.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { useBack } from '#/shell/use-back.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Row, RowContent, Rows, rowTargetClass } from '#/ui/rows.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import text from '#/ui/text.module.css'
import { availabilityQuery, inviteSummaryQuery, termsQuery } from './api.ts'
import type { InviteSummary, InviteTerms } from './api.ts'
import { ClaimList } from './claim-list.tsx'
import { FriendList } from './friend-list.tsx'
import { FriendSky } from './friend-sky.tsx'
import { InvitationSheet } from './invitation-sheet.tsx'
import { missingToWithdraw } from './withdraw-amount.ts'
import styles from './invite-screen.module.css'

/** Shows the invite programme: the reward for a friend, the code to share, and the results. */
export function InviteScreen() {
  const { t } = useTranslation('invite')
  const back = useBack()
  const terms = useQuery(termsQuery())
  const summary = useQuery(inviteSummaryQuery())
  const code = summary.data?.referralCode
  return (
    <Screen
      header={<ScreenHeader back={back} title={t('title')} />}
      dock={
        <Button disabled={code === undefined} onClick={() => code && void share(code)}>
          <Icon name="share" size={20} />
          {t('share')}
        </Button>
      }
    >
      <Loaded query={terms} skeleton={<InviteSkeleton />} failed={t('failed')}>
        {(event) => (
          <div className={styles.page}>
            <Hero terms={event} />
            <Loaded
              query={summary}
              skeleton={<Skeleton isCard width="100%" height="148px" />}
              failed={t('failed')}
            >
              {(mine) => <CodeCard summary={mine} />}
            </Loaded>
            <Part title={t('rewards')}>
              <Rewards terms={event} />
            </Part>
            {summary.data && <Balance terms={event} summary={summary.data} />}
            <Part title={t('friends.title')}>
              <FriendList terms={event} />
            </Part>
            <Part title={t('how.title')}>
              <How terms={event} />
            </Part>
          </div>
        )}
      </Loaded>
    </Screen>
  )

  async function share(own: string): Promise<void> {
    const outcome = await shareInvitation(own, t('invitation'))
    if (outcome === 'copied') showToast(t('linkCopied'), { tone: 'done' })
    if (outcome === 'failed') showToast(t('copyFailed'), { tone: 'attention' })
  }
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2 className={text.title}>{title}</h2>
      {children}
    </section>
  )
}

function Hero({ terms }: { terms: InviteTerms }) {
  const { t } = useTranslation('invite')
  const { data: claims } = useQuery(availabilityQuery())
  const friends = claims?.find(({ type }) => type === 'TOTAL_INVITE')?.progress ?? 0
  return (
    <div className={styles.hero}>
      <FriendSky friends={friends} goal={terms.totalInviteCount} />
      <h2 className={text.headline}>
        {t('hero', { amount: formatAmount(terms.referralReward), symbol: terms.referralSymbol })}
      </h2>
      <p className={text.soft}>{terms.description}</p>
      {terms.seasonId !== null && (
        <p className={classNames(text.small, text.faint, text.number)}>
          {t('period', {
            from: formatProgrammeDay(terms.startAt),
            // The end is exclusive: it is the first instant of the next day.
            to: formatProgrammeDay(Date.parse(terms.endAt) - 1),
          })}
        </p>
      )}
    </div>
  )
}

function CodeCard({ summary: { referralCode, inviteCount } }: { summary: InviteSummary }) {
  const { t } = useTranslation('invite')
  const [isShowing, setShowing] = useState(false)

  async function copy(content: string, done: string): Promise<void> {
    const isCopied = await copyText(content)
    showToast(isCopied ? done : t('copyFailed'), { tone: isCopied ? 'done' : 'attention' })
  }

  return (
    <Card>
      <p className={classNames(text.small, text.soft)}>{t('code')}</p>
      <p className={classNames(text.headline, styles.code)}>{referralCode}</p>
      <p className={classNames(text.small, text.faint)}>{t('joined', { count: inviteCount })}</p>
      <div className={styles.actions}>
        <Button variant="quiet" isCompact onClick={() => void copy(referralCode, t('codeCopied'))}>
          <Icon name="copy" size={20} />
          {t('copy')}
        </Button>
        <Button variant="quiet" isCompact onClick={() => setShowing(true)}>
          <Icon name="phone" size={20} />
          {t('qr.show')}
        </Button>
      </div>
      <InvitationSheet
        isOpen={isShowing}
        onClose={() => setShowing(false)}
        code={referralCode}
        onCopyLink={() => void copy(invitationLink(referralCode), t('linkCopied'))}
      />
    </Card>
  )
}

function Rewards({ terms }: { terms: InviteTerms }) {
  const { t } = useTranslation('invite')
  const query = useQuery(availabilityQuery())
  return (
    <Loaded
      query={query}
      skeleton={<Skeleton isCard width="100%" height="196px" />}
      failed={t('claim.loadFailed')}
    >
      {(claims) => <ClaimList terms={terms} claims={claims} />}
    </Loaded>
  )
}

export function Balance({ terms, summary }: { terms: InviteTerms; summary: InviteSummary }) {
  const { t } = useTranslation('invite')
  const symbol = terms.referralSymbol
  const amount = `${formatAmount(summary.withdrawable)} ${symbol}`
  const missing = missingToWithdraw(terms, summary)
  const pausedUntil = summary.withdrawalsPausedUntil
  return (
    <Rows>
      <Row>
        <Link to="/more/withdraw" className={rowTargetClass}>
          <RowContent
            icon="wallet"
            label={t(missing === undefined ? 'balance.label' : 'balance.short', { amount })}
            note={noteOf()}
          />
        </Link>
      </Row>
    </Rows>
  )

  /** Returns why the balance cannot be withdrawn yet, or how much was withdrawn before. */
  function noteOf(): string {
    if (missing !== undefined) return t('balance.need', { left: formatAmount(missing), symbol })
    if (pausedUntil !== null) return t('balance.paused', { time: formatOwnMinute(pausedUntil) })
    return t('balance.note', { withdrawn: formatAmount(summary.withdrawn) })
  }
}

function How({ terms }: { terms: InviteTerms }) {
  const { t } = useTranslation('invite')
  const values = {
    days: formatNumber(terms.checkInDays),
    wait: formatNumber(terms.claimDelayDays),
    amount: formatAmount(terms.referralReward),
    symbol: terms.referralSymbol,
    min: formatAmount(terms.minWithdraw),
  }
  return (
    <ol className={styles.how}>
      {(['join', 'start', 'wait', 'withdraw'] as const).map((step, at) => (
        <li key={step}>
          <span className={classNames(text.small, text.strong, styles.number)} aria-hidden="true">
            {at + 1}
          </span>
          <span className={text.soft}>{t(`how.${step}`, values)}</span>
        </li>
      ))}
    </ol>
  )
}

function InviteSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton isCard width="100%" height="248px" />
      <Skeleton isCard width="100%" height="148px" />
      <Skeleton isCard width="100%" height="196px" />
    </div>
  )
}
