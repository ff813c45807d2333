import { readableAmount } from '@solstice/rules/amount'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { shortAddress } from '#/features/wallet/address.ts'
import { formatUsd, worthUsd } from '#/features/wallet/amounts.ts'
import { useAssets } from '#/features/wallet/chain/added-tokens.ts'
import { NetworkDot } from '#/features/wallet/chain/asset-icon.tsx'
import { sendRaw } from '#/features/wallet/chain/broadcast.ts'
import { useFollowed } from '#/features/wallet/chain/follow.ts'
import { useNetworks } from '#/features/wallet/chain/networks.ts'
import { movementKey, ownMovements } from '#/features/wallet/chain/movements.ts'
import { problemText } from '#/features/wallet/chain/problem-text.ts'
import { loadSent, stillMeant, useSent } from '#/features/wallet/chain/sent.ts'
import { signedTransferQuery } from '#/features/wallet/chain/signed-transfer.ts'
import { NotFoundError, transactionQuery } from '#/features/wallet/chain/transaction.ts'
import type { TransactionDetail } from '#/features/wallet/chain/transaction.ts'
import type { Replacement } from '#/features/wallet/chain/transfer.ts'
import { copyAndTell } from '#/features/wallet/clipboard.ts'
import type { Opener } from '#/features/wallet/device/opener.ts'
import { Glyph } from '#/features/wallet/glyph.tsx'
import { useNames } from '#/features/wallet/names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnMinute } from '#/lib/programme-time.ts'
import { showToast } from '#/lib/toast.ts'
import { useBusy } from '#/lib/use-busy.ts'
import { Waiting } from '#/shell/waiting.tsx'
import { Button, buttonClass } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Screen, ScreenHeader, iconButtonClass } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { ErrorState } from '#/ui/state-message.tsx'
import text from '#/ui/text.module.css'
import { ActivityRow } from './activity-row.tsx'
import { directionOf } from './activity.ts'
import styles from './detail-screen.module.css'
import { ReplaceSheet } from './replace-sheet.tsx'

type DetailScreenProps = {
  userId: string
  address: string
  hash: string
  chainId?: number | undefined
  /** The movement whose row was tapped. */
  movement?: string | undefined
  back: { label: string; onPress: () => void }
  opener: Opener
}

const SIGNS = { in: '+', out: '−', self: '' } as const

export function DetailScreen(props: DetailScreenProps) {
  const { t } = useTranslation('wallet')
  const { networks } = useNetworks()
  const assets = useAssets(props.userId)
  const asked = networks.find(({ chainId }) => chainId === props.chainId)
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
                : `${t('detail.loadFailed')} ${problemText(error, t, asked?.name)}`
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
  const navigate = useNavigate()
  const queries = useQueryClient()
  const nameOf = useNames()
  const [replacement, setReplacement] = useState<Replacement>()
  const sent = useSent((state) => state.list.find((each) => each.hash === hash))
  const { network, progress } = detail
  const assets = useAssets(userId) ?? []
  const { data: signed } = useQuery(signedTransferQuery(sent, { network, own: address, assets }))
  const [shown = detail.intent, ...others] = ownMovements(detail.movements, address, props.movement)
  const direction = directionOf(shown, address)
  const asset = assets.find(
    ({ chainId, address: contract }) => chainId === network.chainId && contract === shown.contract,
  )
  const coin = assets.find(
    ({ chainId, address: contract }) => chainId === network.chainId && contract === null,
  )
  const worth = worthUsd(shown.amount, shown.decimals, asset?.priceUsd ?? null)
  const canReplace = progress.kind === 'waiting' && direction !== 'in'
  return (
    <Screen
      header={header}
      dock={
        canReplace && (
          <div className={styles.pair}>
            {signed && (
              <Button look="quiet" onClick={() => setReplacement({ kind: 'speed-up', signed })}>
                <Glyph name="bolt" size={20} />
                {t('detail.speedUp')}
              </Button>
            )}
            <Button
              look="quiet"
              onClick={() =>
                setReplacement({
                  kind: 'cancel',
                  from: address,
                  nonce: signed?.nonce ?? Number(detail.transaction.nonce),
                })
              }
            >
              {t('detail.cancel')}
            </Button>
          </div>
        )
      }
    >
      <div className={styles.page}>
        <div className={styles.sum}>
          <p
            className={classNames(
              text.headline,
              text.number,
              progress.kind !== 'failed' && direction !== 'self' && styles[direction],
            )}
          >
            {SIGNS[direction]}
            {readableAmount(shown.amount, shown.decimals)} {shown.symbol}
          </p>
          {worth !== undefined && (
            <p className={classNames(text.soft, text.number)}>{formatUsd(worth)}</p>
          )}
        </div>
        {progress.kind === 'waiting' && progress.wasTakenBack && (
          <Notice role="alert">{t('detail.takenBack')}</Notice>
        )}
        {canReplace && sent && signed === null && (
          <Notice role="alert">{t('detail.notAsSigned')}</Notice>
        )}
        {isStale && <Notice role="alert">{t('detail.loadFailed')}</Notice>}
        <Card look="flush">
          <dl className={styles.facts}>
            <Fact name={t('detail.status')}>
              <span role="status">{statusText(detail)}</span>
            </Fact>
            {detail.atMs !== undefined && (
              <Fact name={t('detail.time')}>{formatOwnMinute(detail.atMs)}</Fact>
            )}
            <Fact name={t('detail.from')}>{calledAs(shown.from)}</Fact>
            <Fact name={t('detail.to')}>{calledAs(shown.to)}</Fact>
            <Fact name={t('detail.network')}>
              <span className={styles.network}>
                <NetworkDot network={network} />
                {network.name}
              </span>
            </Fact>
            {detail.fee !== undefined && (
              <Fact name={t('detail.fee')}>
                {readableAmount(detail.fee, network.decimals, 8)} {network.symbol}
                {coin && ` · ${formatUsd(worthUsd(detail.fee, 18, coin.priceUsd) ?? 0)}`}
              </Fact>
            )}
            {detail.block !== undefined && (
              <Fact name={t('detail.block')}>{String(detail.block)}</Fact>
            )}
            {detail.block !== undefined && (
              <Fact name={t('detail.confirmations')}>{String(detail.confirmations)}</Fact>
            )}
            <Fact name={t('detail.nonce')}>{String(Number(detail.transaction.nonce))}</Fact>
            <Fact name={t('detail.hash')}>
              <span className={styles.hash}>
                <span>{`${hash.slice(0, 10)}…${hash.slice(-8)}`}</span>
                <button
                  type="button"
                  className={iconButtonClass}
                  aria-label={t('detail.copyHash')}
                  onClick={() => void copyAndTell(hash, t('copied'))}
                >
                  <Icon name="copy" size={20} />
                </button>
              </span>
            </Fact>
          </dl>
        </Card>
        {others.length > 0 && (
          <section aria-labelledby="others">
            <h2 id="others" className={text.small}>
              {t('detail.others')}
            </h2>
            <ul>
              {others.map((other, at) => (
                <ActivityRow
                  key={`${movementKey(other)}-${at}`}
                  activity={{
                    ...other,
                    hash,
                    chainId: network.chainId,
                    atMs: detail.atMs ?? 0,
                    direction: directionOf(other, address),
                    status: 'done',
                  }}
                  name={nameOf(directionOf(other, address) === 'in' ? other.from : other.to)}
                />
              ))}
            </ul>
          </section>
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
          coin={coin}
          opener={opener}
          onClose={() => setReplacement(undefined)}
          onReplaced={(next) => {
            setReplacement(undefined)
            showToast(t('detail.replaceDone'), { tone: 'done' })
            void queries.invalidateQueries({ queryKey: ['transaction'] })
            void navigate({
              to: '/wallet/history/$txId/',
              params: { txId: next },
              search: { chainId: network.chainId },
              replace: true,
            })
          }}
        />
      )}
    </Screen>
  )

  function calledAs(other: string): ReactNode {
    const name = nameOf(other)
    return (
      <span className={styles.who}>
        {name && <span>{name}</span>}
        <span className={name ? text.soft : undefined}>{shortAddress(other)}</span>
      </span>
    )
  }

  function statusText({ progress }: TransactionDetail): string {
    switch (progress.kind) {
      case 'waiting':
      case 'lost':
        return t('detail.pending')
      case 'confirming':
        return t('detail.confirming', { done: progress.confirmations, needed: progress.needed })
      case 'failed':
        return t('detail.failed')
      case 'replaced':
        return t('detail.replaced')
      case 'done':
        return t('detail.done')
    }
  }
}

/** What the network forgot and this phone still has. */
function SendAgain({ hash, onSent }: { hash: string; onSent: () => void }) {
  const { t } = useTranslation('wallet')
  const { networks } = useNetworks()
  const sent = useSent((state) => state.list.find((each) => each.hash === hash))
  const isMeant = useSent(({ list }) => stillMeant(list).some((each) => each.hash === hash))
  const network = networks.find(({ chainId }) => chainId === sent?.chainId)
  const followed = useFollowed(sent ? [sent] : [], networks)
  const { isBusy, run } = useBusy()
  if (!sent || !network) return null
  if (followed[0]?.progress?.kind === 'replaced') return <Notice>{t('send.replacedText')}</Notice>
  // One whose place was taken is not sent again: it might happen after all.
  if (!isMeant) return null

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
        <Button look="quiet" isCompact isBusy={isBusy} onClick={() => void run(again)}>
          {t('detail.sendAgain')}
        </Button>
      }
    >
      {t('detail.lost')}
    </Notice>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={classNames(text.small, text.soft)}>{name}</dt>
      <dd className={text.number}>{children}</dd>
    </div>
  )
}
