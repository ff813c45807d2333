import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { valueUsd } from '#/features/wallet/amounts.ts'
import { useAssets } from '#/features/wallet/chain/added-tokens.ts'
import { sendRaw } from '#/features/wallet/chain/broadcast.ts'
import { useFollowed } from '#/features/wallet/chain/follow.ts'
import { useNetworks } from '#/features/wallet/chain/networks.ts'
import type { Asset } from '#/features/wallet/chain/networks.ts'
import { movementKey, ownMovements } from '#/features/wallet/chain/movements.ts'
import type { Movement } from '#/features/wallet/chain/movements.ts'
import { problemText } from '#/features/wallet/chain/problem-text.ts'
import { loadSent, withoutReplaced, useSent } from '#/features/wallet/chain/sent.ts'
import { signedTransactionQuery } from '#/features/wallet/chain/signed-transaction.ts'
import { NotFoundError, transactionQuery } from '#/features/wallet/chain/transaction.ts'
import type { TransactionDetail } from '#/features/wallet/chain/transaction.ts'
import type { Replacement } from '#/features/wallet/chain/transfer.ts'
import type { Opener } from '#/features/wallet/device/opener.ts'
import { Glyph } from '#/features/wallet/glyph.tsx'
import { OwnAmount } from '#/features/wallet/masked.tsx'
import { Money } from '#/features/wallet/money.tsx'
import { useNames } from '#/features/wallet/names.ts'
import { useRates } from '#/features/wallet/rates.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { Waiting } from '#/shell/waiting.tsx'
import { Button, buttonClass } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Notice } from '#/ui/notice.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { ErrorState } from '#/ui/state-message.tsx'
import text from '#/ui/text.module.css'
import { ActivityRow } from './activity-row.tsx'
import { directionOf } from './activity.ts'
import { DetailFacts } from './detail-facts.tsx'
import styles from './detail-screen.module.css'
import { ReplaceSheet } from './replace-sheet.tsx'

type DetailScreenProps = {
  userId: string
  address: string
  hash: string
  chainId?: number | undefined
  /** The key of the movement whose row the member tapped. */
  movement?: string | undefined
  back: { label: string; onPress: () => void }
  opener: Opener
}

const SIGNS = { in: '+', out: '−', self: '' } as const

export function DetailScreen(props: DetailScreenProps) {
  const { t } = useTranslation('wallet')
  useRates()
  const { networks } = useNetworks()
  const assets = useAssets(props.userId)
  const requestedNetwork = networks.find(({ chainId }) => chainId === props.chainId)
  const { data, error, isFetching, refetch } = useQuery(transactionQuery(props, networks, assets))
  useEffect(() => void loadSent(props.userId), [props.userId])
  const header = <ScreenHeader back={props.back} title={t('detail.title')} />
  if (data) return <Detail {...props} detail={data} isStale={error !== null} header={header} />
  return (
    <Screen header={header}>
      {error ? (
        <>
          <ErrorState
            message={
              error instanceof NotFoundError
                ? t('detail.notFound')
                : `${t('detail.loadFailed')} ${problemText(error, t, requestedNetwork?.name)}`
            }
            retryLabel={t('retry')}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
          <SendAgain hash={props.hash} onSent={() => void refetch()} />
        </>
      ) : (
        <Waiting>
          <Skeleton width="100%" height="16rem" />
        </Waiting>
      )}
    </Screen>
  )
}

type DetailProps = DetailScreenProps & {
  detail: TransactionDetail
  isStale: boolean
  header: ReactNode
}

function Detail(props: DetailProps) {
  const { userId, address, hash, opener, detail, isStale, header } = props
  const { t } = useTranslation('wallet')
  const openReplacement = useOpenReplacement(detail)
  const nameOf = useNames()
  const [replacement, setReplacement] = useState<Replacement>()
  const sent = useSent((state) => state.list.find((each) => each.hash === hash))
  const { network, progress } = detail
  const assets = useAssets(userId) ?? []
  const { data: signed } = useQuery(signedTransactionQuery(sent, { network, own: address, assets }))
  const [shown = detail.intent, ...others] = ownMovements(detail.movements, address, props.movement)
  const assetAt = (contract: string | null) =>
    assets.find((each) => each.chainId === network.chainId && each.address === contract)
  const coin = assetAt(null)
  const canReplace = progress.kind === 'waiting' && directionOf(shown, address) !== 'in'
  const cancel = {
    kind: 'cancel',
    from: address,
    nonce: signed?.nonce ?? detail.transaction.nonce,
  } as const
  return (
    <Screen
      header={header}
      dock={
        canReplace && (
          <div className={styles.pair}>
            {signed && (
              <Button variant="quiet" onClick={() => setReplacement({ kind: 'speed-up', signed })}>
                <Glyph name="bolt" size={20} />
                {t('detail.speedUp')}
              </Button>
            )}
            <Button variant="quiet" onClick={() => setReplacement(cancel)}>
              {t('detail.cancel')}
            </Button>
          </div>
        )
      }
    >
      <div className={styles.page}>
        <Sum
          movement={shown}
          direction={directionOf(shown, address)}
          hasFailed={progress.kind === 'failed'}
          priceUsd={assetAt(shown.contract)?.priceUsd ?? null}
        />
        {progress.kind === 'waiting' && progress.wasReorged && (
          <Notice role="alert">{t('detail.takenBack')}</Notice>
        )}
        {canReplace && sent && signed === null && (
          <Notice role="alert">{t('detail.notAsSigned')}</Notice>
        )}
        {isStale && <Notice role="alert">{t('detail.loadFailed')}</Notice>}
        <DetailFacts hash={hash} detail={detail} shown={shown} coin={coin} nameOf={nameOf} />
        {others.length > 0 && (
          <OtherMovements movements={others} own={address} hash={hash} detail={detail} />
        )}
        {network.explorerUrl && (
          <a
            className={buttonClass('quiet')}
            href={`${network.explorerUrl}/tx/${hash}`}
            target="_blank"
            rel="noreferrer"
          >
            <Glyph name="out" size={20} /> {t('detail.explorer')}
          </a>
        )}
      </div>
      {replacement && (
        <ReplaceSheet
          replacement={replacement}
          signed={signed ?? undefined}
          name={signed ? nameOf(signed.to) : undefined}
          userId={userId}
          detail={detail}
          assets={assets}
          coin={coin}
          opener={opener}
          onClose={() => setReplacement(undefined)}
          onReplaced={(next) => {
            setReplacement(undefined)
            openReplacement(next)
          }}
        />
      )}
    </Screen>
  )
}

/** Opens the transaction that replaced this one. */
function useOpenReplacement({ network }: TransactionDetail): (hash: string) => void {
  const { t } = useTranslation('wallet')
  const navigate = useNavigate()
  const queries = useQueryClient()
  return (hash) => {
    showToast(t('detail.replaceDone'), { tone: 'done' })
    void queries.invalidateQueries({ queryKey: ['transaction'] })
    void navigate({
      to: '/wallet/history/$txId/',
      params: { txId: hash },
      search: { chainId: network.chainId },
      replace: true,
    })
  }
}

type SumProps = {
  movement: Movement
  direction: keyof typeof SIGNS
  hasFailed: boolean
  priceUsd: Asset['priceUsd']
}

function Sum({ movement, direction, hasFailed, priceUsd }: SumProps) {
  const { amount, decimals, symbol } = movement
  const usdValue = valueUsd(amount, decimals, priceUsd)
  return (
    <div className={styles.sum}>
      <p
        className={classNames(
          text.headline,
          text.number,
          !hasFailed && direction !== 'self' && styles[direction],
        )}
      >
        <OwnAmount sign={SIGNS[direction]} amount={amount} decimals={decimals} symbol={symbol} />
      </p>
      {usdValue !== undefined && (
        <p className={classNames(text.soft, text.number)}>
          <Money usd={usdValue} isPlain />
        </p>
      )}
    </div>
  )
}

type OtherMovementsProps = {
  movements: readonly Movement[]
  own: string
  hash: string
  detail: TransactionDetail
}

function OtherMovements({ movements, own, hash, detail }: OtherMovementsProps) {
  const { t } = useTranslation('wallet')
  const nameOf = useNames()
  return (
    <section aria-labelledby="others">
      <h2 id="others" className={text.small}>
        {t('detail.others')}
      </h2>
      <ul>
        {movements.map((other, at) => (
          <ActivityRow
            key={`${movementKey(other)}-${at}`}
            activity={{
              ...other,
              hash,
              chainId: detail.network.chainId,
              atMs: detail.atMs ?? 0,
              direction: directionOf(other, own),
              status: 'done',
            }}
            name={nameOf(directionOf(other, own) === 'in' ? other.from : other.to)}
          />
        ))}
      </ul>
    </section>
  )
}

/** Offers to send a transaction again that the network dropped but this device still stores. */
function SendAgain({ hash, onSent }: { hash: string; onSent: () => void }) {
  const { t } = useTranslation('wallet')
  const { networks } = useNetworks()
  const sent = useSent((state) => state.list.find((each) => each.hash === hash))
  const isCurrent = useSent(({ list }) => withoutReplaced(list).some((each) => each.hash === hash))
  const network = networks.find(({ chainId }) => chainId === sent?.chainId)
  const followed = useFollowed(sent ? [sent] : [], networks)
  const { isBusy, run } = useBusy()
  if (!sent || !network) return null
  if (followed[0]?.progress?.kind === 'replaced') return <Notice>{t('send.replacedText')}</Notice>
  // A replaced transaction is not sent again, because it could then be mined after all.
  if (!isCurrent) return null

  async function again(): Promise<void> {
    if (!sent || !network) return
    try {
      await sendRaw(network, sent)
      showToast(t('detail.sentAgain'), { tone: 'done' })
      onSent()
    } catch (cause) {
      showToast(problemText(cause, t, network.name), { tone: 'attention' })
    }
  }

  return (
    <Notice
      action={
        <Button variant="quiet" isCompact isBusy={isBusy} onClick={() => void run(again)}>
          {t('detail.sendAgain')}
        </Button>
      }
    >
      {t('detail.lost')}
    </Notice>
  )
}
