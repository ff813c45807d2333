import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import empty from '#/art/empty-history.svg'
import art from '#/art/claim.svg'
import { formatAmount } from '@solstice/ui/format.ts'
import { messageOf } from '@solstice/ui/api-error.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { refreshProgramme } from '#/lib/programme-query.ts'
import { formatOwnMinute, formatProgrammeDay } from '@solstice/ui/programme-time.ts'
import { useAction } from '#/lib/use-action.ts'
import { LiveSteps } from '#/shell/live-steps.tsx'
import { Loaded } from '#/shell/loaded.tsx'
import { UnconfirmedNotice } from '#/shell/unconfirmed-notice.tsx'
import { useBack } from '#/shell/use-back.ts'
import { WhyButton } from '#/shell/why-button.tsx'
import { Button, buttonClass } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import text from '#/ui/text.module.css'
import { claimRewards, claimsQuery } from './api.ts'
import type { Claim, Claims, WaitingReward } from './api.ts'
import { phaseOf, shownClaim } from './claim-phase.ts'
import styles from './claims-screen.module.css'

/** Shows rewards of large rounds: what is ready, its way to the wallet, and what still waits. */
export function ClaimsScreen() {
  const { t } = useTranslation('claims')
  const back = useBack()
  const query = useQuery(claimsQuery())
  const { run, isBusy, isUnconfirmed } = useAction({
    call: (_: void, key) => claimRewards(key),
    intent: ['claim', 'rewards'],
    texts: { failed: (error) => messageOf(error, t('failed')) },
    refresh: refreshProgramme,
  })
  const claim = query.data && shownClaim(query.data)
  return (
    <Screen
      header={<ScreenHeader back={back} title={t('title')} />}
      dock={
        claim && (
          <>
            {isUnconfirmed && (
              <UnconfirmedNotice title={t('unconfirmed')}>{t('unconfirmedText')}</UnconfirmedNotice>
            )}
            <Dock claim={claim} isBusy={isBusy} onClaim={() => void run()} />
          </>
        )
      }
    >
      <Loaded query={query} skeleton={<ClaimsSkeleton />} failed={t('loadFailed')}>
        {(data) => (claim ? <Shown claims={data} claim={claim} /> : <Nothing claims={data} />)}
      </Loaded>
    </Screen>
  )
}

type DockProps = { claim: Claim; isBusy: boolean; onClaim: () => void }

function Dock({ claim, isBusy, onClaim }: DockProps) {
  const { t } = useTranslation('claims')
  const phase = phaseOf(claim)
  const txHash = phase === 'paid' ? claim.paid?.txHash : claim.txHash
  if (phase === 'ready') {
    return (
      <Button isBusy={isBusy} onClick={onClaim}>
        {t('claim', { amount: formatAmount(claim.ready), symbol: claim.symbol })}
      </Button>
    )
  }
  return (
    <>
      <Link to="/wallet/" className={buttonClass(phase === 'paid' ? 'lit' : 'quiet')}>
        {t('toWallet')}
      </Link>
      {txHash && (
        <Link
          to="/wallet/history/$txId/"
          params={{ txId: txHash }}
          search={{ chainId: claim.chainId }}
          className={buttonClass('text')}
        >
          {t('details')}
        </Link>
      )}
    </>
  )
}

function Shown({ claims, claim }: { claims: Claims; claim: Claim }) {
  const { t } = useTranslation('claims')
  const phase = phaseOf(claim)
  const amount = { ready: claim.ready, claiming: claim.claiming, paid: claim.paid?.amount ?? '0' }
  const others = claims.claims.filter((each) => each !== claim && Number(each.ready) > 0)
  return (
    <div className={styles.page}>
      <div className={classNames(styles.scene, phase === 'claiming' && styles.short)}>
        <img className={styles.art} src={art} alt="" width={390} height={360} />
      </div>
      <div className={styles.amount} aria-live="polite">
        <p className={text.display}>
          {formatAmount(amount[phase])} <span className={styles.unit}>{claim.symbol}</span>
        </p>
        <p className={text.strong}>{t(`phase.${phase}`)}</p>
      </div>
      {phase !== 'ready' && <Progress claim={claim} />}
      <Rounds claim={claim} />
      {others.map((other) => (
        <Rounds key={`${other.token}-${other.address}`} claim={other} isOther />
      ))}
      {phase === 'ready' && (
        <ul className={styles.promises}>
          {(['noFee', 'noDeadline'] as const).map((promise) => (
            <li key={promise} className={text.soft}>
              <Icon name="check" size={20} />
              <span>{t(promise)}</span>
            </li>
          ))}
        </ul>
      )}
      <Waiting rewards={claims.waiting} />
    </div>
  )
}

/** Lists the rounds of a claim and where their rewards go; the heading names the token of the first. */
function Rounds({ claim, isOther = false }: { claim: Claim; isOther?: boolean }) {
  const { t } = useTranslation('claims')
  return (
    <Card variant="flush">
      <dl className={styles.rows}>
        {claim.rounds.map(({ roundId, number, startAt, endAt, amount }) => (
          <div key={roundId}>
            <dt className={text.soft}>
              {t('round', {
                number,
                from: formatProgrammeDay(startAt),
                // The end of a round is the first moment after it.
                to: formatProgrammeDay(Date.parse(endAt) - 1),
              })}
            </dt>
            <dd className={classNames(text.strong, text.number)}>
              {formatAmount(amount)}
              {isOther && ` ${claim.symbol}`}
            </dd>
          </div>
        ))}
        <div>
          <dt className={text.soft}>{t('goesTo')}</dt>
          <dd className={classNames(text.strong, text.number, styles.address)}>
            <i className={styles.dot} data-chain={claim.chainId} aria-hidden="true" />
            <span title={claim.address}>
              {claim.address.slice(0, 6)}…{claim.address.slice(-4)}
            </span>
          </dd>
        </div>
      </dl>
    </Card>
  )
}

function Progress({ claim }: { claim: Claim }) {
  const { t } = useTranslation('claims')
  const isPaid = phaseOf(claim) === 'paid'
  const isSent = isPaid || claim.state === 'SENDING'
  return (
    <LiveSteps
      steps={[
        { name: 'asked', state: 'done', label: t('steps.asked') },
        {
          name: 'sent',
          state: isSent ? 'done' : 'now',
          label: t('steps.sent'),
          note: isSent ? undefined : t('steps.batch'),
        },
        {
          name: 'paid',
          state: isPaid ? 'done' : isSent ? 'now' : 'later',
          label: t('steps.paid'),
          note: claim.paid && isPaid ? formatOwnMinute(claim.paid.at) : t('steps.leave'),
        },
      ]}
    />
  )
}

/** Lists rewards that are not in a posted root yet, with the reason. */
function Waiting({ rewards }: { rewards: readonly WaitingReward[] }) {
  const { t } = useTranslation('claims')
  if (rewards.length === 0) return null
  return (
    <section className={styles.waiting}>
      <h2 className={classNames(text.small, text.soft)}>{t('waiting')}</h2>
      <Card variant="flush">
        <dl className={styles.rows}>
          {rewards.map(({ roundId, number, amount, symbol, why, until }) => (
            <div key={roundId}>
              <dt className={text.soft}>{t('roundShort', { number })}</dt>
              <dd className={classNames(text.strong, text.number)}>
                {formatAmount(amount)} {symbol}
              </dd>
              <dd className={classNames(text.small, text.faint, styles.why)}>
                {t(`why.${why}`, { time: until === null ? '' : formatOwnMinute(until) })}{' '}
                <WhyButton entryId={`round:${roundId}`} label={t('whyLabel', { number })} />
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </section>
  )
}

function Nothing({ claims }: { claims: Claims }) {
  const { t } = useTranslation('claims')
  return (
    <div className={styles.page}>
      <EmptyState art={empty} title={t('nothing')}>
        {t('nothingText')}
      </EmptyState>
      <Waiting rewards={claims.waiting} />
    </div>
  )
}

function ClaimsSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton isCard width="100%" height="300px" />
      <Skeleton isCard width="100%" height="156px" />
    </div>
  )
}
