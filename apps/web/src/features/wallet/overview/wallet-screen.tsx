import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { ActivityList } from '#/features/wallet/activity/activity-list.tsx'
import { useActivity } from '#/features/wallet/activity/use-activity.ts'
import { usePending } from '#/features/wallet/activity/use-pending.ts'
import { shortAddress } from '#/features/wallet/address.ts'
import { useAddedHoldings } from '#/features/wallet/chain/added-tokens.ts'
import { useHoldings } from '#/features/wallet/chain/assets.ts'
import { NetworkChips } from '#/features/wallet/chain/network-chips.tsx'
import { copyWithToast } from '#/features/wallet/clipboard.ts'
import type { Opener } from '#/features/wallet/device/opener.ts'
import { isPersistent } from '#/features/wallet/device/register.ts'
import { SetAsideNotice } from '#/features/wallet/device/set-aside-link.tsx'
import { Glyph } from '#/features/wallet/glyph.tsx'
import type { GlyphName } from '#/features/wallet/glyph.tsx'
import { useNames } from '#/features/wallet/names.ts'
import { setRelayLeft } from '#/features/wallet/relay/stored-relay.ts'
import { UnderWay } from '#/features/wallet/relay/under-way.tsx'
import { AddressBook } from '#/features/wallet/send/address-book.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { webSettings } from '#/lib/settings.ts'
import { formatOwnClock } from '@solstice/ui/programme-time.ts'
import { lazyPart } from '#/shell/lazy-part.tsx'
import { Waiting } from '#/shell/waiting.tsx'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Notice, NoticeText, noticeClass } from '#/ui/notice.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { ErrorState } from '#/ui/state-message.tsx'
import text from '#/ui/text.module.css'
import { findWallet } from '#/vault/vault.ts'
import { HoldingRow } from './holding-row.tsx'
import { Total } from './total.tsx'
import styles from './wallet-screen.module.css'

const AddToken = lazyPart(async () => (await import('./add-token.tsx')).AddToken, {
  texts: ['token'],
  meanwhile: <div className={styles.addToken} />,
})

const ConnectionsEntry = lazyPart(
  async () =>
    (await import('#/features/wallet/connections/connections-entry.tsx')).ConnectionsEntry,
  { texts: ['connect'] },
)

const ACTIONS = [
  { to: '/wallet/send/', name: 'send', glyph: 'send' },
  { to: '/wallet/receive/', name: 'receive', glyph: 'receive' },
  { to: '/wallet/history/', name: 'history', glyph: 'clock' },
] as const satisfies { to: string; name: string; glyph: GlyphName }[]

const SHOWN_ACTIVITIES = 4

type WalletScreenProps = {
  userId: string
  address: string
  /** The account's notice about payouts to this wallet. */
  notice: ReactNode
  opener: Opener
}

export function WalletScreen({ userId, address, notice, opener }: WalletScreenProps) {
  const { t } = useTranslation('wallet')
  const [chainId, setChainId] = useState<number>()
  const [isBookOpen, setBookOpen] = useState(false)
  const navigate = useNavigate()
  const nameOf = useNames()
  const { holdings, networks, isLoading, silent, asOfMs, totalUsd, refresh } = useHoldings(address)
  const all = [...holdings, ...useAddedHoldings(userId, address, networks)]
  const shown = all.filter(({ network }) => !chainId || network.chainId === chainId)
  return (
    <Screen
      header={
        <ScreenHeader
          title={t('title')}
          action={
            <button
              type="button"
              className={styles.address}
              aria-label={t('copyAddress', { address: shortAddress(address) })}
              onClick={() => void copyWithToast(address, t('addressCopied'))}
            >
              <span className={text.number}>{shortAddress(address)}</span>
              <Icon name="copy" size={16} />
            </button>
          }
        />
      }
    >
      <div className={styles.page}>
        <Total holdings={holdings} totalUsd={totalUsd} asOfMs={asOfMs} isLoading={isLoading} />
        <nav className={styles.actions} aria-label={t('title')}>
          {ACTIONS.map(({ to, name, glyph }) => (
            <Link key={name} to={to} className={styles.action}>
              <span className={styles.round}>
                <Glyph name={glyph} />
              </span>
              {t(`home.${name}`)}
            </Link>
          ))}
          <button type="button" className={styles.action} onClick={() => setBookOpen(true)}>
            <span className={styles.round}>
              <Icon name="book" />
            </span>
            {t('home.addresses')}
          </button>
        </nav>
        {notice}
        <UnderWay
          userId={userId}
          nameOf={nameOf}
          onOpen={({ nonce }) => {
            setRelayLeft(userId, nonce, false)
            void navigate({ to: '/wallet/send/' })
          }}
        />
        <BackupNotice userId={userId} />
        <SetAsideNotice userId={userId} inUse={address} />
        {silent.length > 0 && (
          <Notice
            role="alert"
            action={
              <Button variant="quiet" isCompact onClick={refresh}>
                {t('retry')}
              </Button>
            }
          >
            {t('home.silent', { networks: silent.map(({ name }) => name).join(', ') })}
            {asOfMs !== undefined && ` ${t('home.asOf', { time: formatOwnClock(asOfMs) })}`}
          </Notice>
        )}
        {webSettings().walletConnect && (
          <ConnectionsEntry userId={userId} address={address} networks={networks} />
        )}
        {isLoading ? (
          <ListSkeleton />
        ) : (
          <section className={styles.section}>
            <h2 className={text.unseen}>{t('home.tokens')}</h2>
            <NetworkChips networks={networks} chosen={chainId} onChoose={setChainId} />
            {networks.length === 0 ? (
              <ErrorState
                message={t('home.noNetworks')}
                retryLabel={t('retry')}
                onRetry={refresh}
              />
            ) : (
              <>
                <ul>
                  {shown.map((holding) => (
                    <HoldingRow key={holding.asset.contractId} holding={holding} />
                  ))}
                </ul>
                <AddToken
                  userId={userId}
                  address={address}
                  networks={networks}
                  assets={all.map(({ asset }) => asset)}
                />
              </>
            )}
          </section>
        )}
        <Recent userId={userId} address={address} chainId={chainId} />
      </div>
      <AddressBook
        isOpen={isBookOpen}
        onClose={() => setBookOpen(false)}
        userId={userId}
        own={address}
        promptForPin={opener.pinForAddressBook}
      />
    </Screen>
  )
}

/**
 * Warns if the browser may clear the storage and there is no export file, the most common way to
 * lose a wallet.
 */
function BackupNotice({ userId }: { userId: string }) {
  const { t } = useTranslation('wallet')
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    void Promise.all([findWallet(userId), isPersistent()]).then(([wallet, persistent]) =>
      setNeeded(wallet !== undefined && wallet.exportedAt === undefined && persistent !== true),
    )
  }, [userId])
  if (!isNeeded) return null
  return (
    <Link to="/more/wallet-management" className={noticeClass}>
      <NoticeText title={t('backup.title')}>{t('backup.text')}</NoticeText>
      <span className={text.soft}>
        <Icon name="next" size={20} />
      </span>
    </Link>
  )
}

type RecentProps = { userId: string; address: string; chainId: number | undefined }

function Recent({ userId, address, chainId }: RecentProps) {
  const { t } = useTranslation('wallet')
  const pending = usePending(userId, address)
  const { items, isLoading, error, isFetching, retry } = useActivity({ userId, address }, chainId)
  const waiting = pending.filter(({ activity }) => !chainId || activity.chainId === chainId)
  const hashes = new Set(waiting.map(({ activity }) => activity.hash))
  const past = items.filter(({ hash }) => !hashes.has(hash)).slice(0, SHOWN_ACTIVITIES)
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2 className={text.title}>{t('home.activity')}</h2>
        <Link
          to="/wallet/history/"
          className={classNames(text.small, text.strong, text.soft, styles.all)}
        >
          {t('home.seeAll')}
        </Link>
      </div>
      <ActivityList waiting={waiting} past={past} />
      {error !== undefined && (
        <ErrorState
          message={t('home.explorerDown')}
          retryLabel={t('retry')}
          isRetrying={isFetching}
          onRetry={retry}
        />
      )}
      {isLoading && (
        <Waiting>
          <Skeleton width="100%" height="3.5rem" />
        </Waiting>
      )}
      {!isLoading && error === undefined && waiting.length + past.length === 0 && (
        <p className={text.soft}>{t('home.noActivity')}</p>
      )}
    </section>
  )
}

function ListSkeleton() {
  return (
    <Waiting className={classNames(styles.bones)}>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} width="100%" height="3.25rem" />
      ))}
    </Waiting>
  )
}
