import { readableAmount } from '@solstice/rules/amount'
import { useEffect, useState } from 'react'
import { shortAddress } from '#/features/wallet/address.ts'
import { useAddedHoldings } from '#/features/wallet/chain/added-tokens.ts'
import { useHoldings } from '#/features/wallet/chain/assets.ts'
import { problemText } from '#/features/wallet/chain/problem-text.ts'
import { isRecentExport } from '#/features/wallet/device/backup.ts'
import type { WalletOpener } from '#/features/wallet/device/opener.ts'
import { SET_ASIDE_TTL_MS } from '#/features/wallet/device/set-aside.ts'
import { Glyph } from '#/features/wallet/glyph.tsx'
import { formatDate } from '#/features/wallet/instants.ts'
import { useDisplay } from '#/features/wallet/display.ts'
import { Money } from '#/features/wallet/money.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { serverNow } from '@solstice/ui/time.ts'
import type { Translate } from '#/lib/texts.ts'
import { isUnanswered } from '@solstice/ui/api-error.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Notice } from '#/ui/notice.tsx'
import { Row, RowContent, Rows, rowTargetClass } from '#/ui/rows.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import text from '#/ui/text.module.css'
import { findWallet } from '#/vault/vault.ts'
import type { WalletFacts } from '#/vault/vault.ts'
import { ExportSheet } from './export-sheet.tsx'
import { Quiz } from './quiz.tsx'
import { checkWordsOf } from './check-words.ts'
import styles from './removal-screen.module.css'

export type RemovalKind = 'remove' | 'disconnect' | 'delete'

type RemovalScreenProps = {
  kind: RemovalKind
  userId: string
  address: string
  /** True if the key is on this device; otherwise there is nothing to lose. */
  isHere: boolean
  back: { label: string; onPress: () => void }
  opener: WalletOpener
  /** Opens the words of the wallet. */
  onSeeWords: () => void
  /** Returns false if no copy could be stored on this device; then nothing was changed. */
  onConfirmed: () => Promise<boolean>
}

type Backup = { facts: WalletFacts | undefined; hasFile: boolean }

async function readBackup(userId: string): Promise<Backup> {
  const facts = await findWallet(userId)
  return { facts, hasFile: isRecentExport(facts?.exportedAt, Date.now()) }
}

/**
 * Shows before a key leaves the device what the wallet holds and how long a copy is kept, and
 * requires proof that the member can restore it.
 */
export function RemovalScreen(props: RemovalScreenProps) {
  const { kind, userId, address, isHere, back, opener } = props
  const { t } = useTranslation('wallet')
  const [{ facts, hasFile }, setBackup] = useState<Backup>({ facts: undefined, hasFile: false })
  const [areWordsRight, setWordsRight] = useState(false)
  const [open, setOpen] = useState<'words' | 'export'>()
  const { isBusy, run } = useBusy()
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    void readBackup(userId).then(setBackup)
  }, [userId])

  async function confirm(): Promise<void> {
    setProblem(undefined)
    try {
      if (!(await props.onConfirmed())) setProblem(t('problem.storageFailed'))
    } catch (cause) {
      setProblem(removalProblem(kind, cause, t))
    }
  }

  const isSafe = !isHere || areWordsRight || hasFile
  const hasWords = facts?.hasPhrase !== false
  const title = t(`removal.${kind}.title`)

  if (open === 'words') {
    const close = () => setOpen(undefined)
    return (
      <Screen header={<ScreenHeader back={{ ...back, onPress: close }} title={title} />}>
        <Quiz
          isBusy={false}
          problem={undefined}
          check={(answers) => checkWordsOf(userId, opener, answers)}
          onCorrect={async () => {
            setWordsRight(true)
            close()
          }}
          onSeeAgain={props.onSeeWords}
        />
      </Screen>
    )
  }
  return (
    <Screen
      header={<ScreenHeader back={back} title={title} />}
      dock={
        <>
          {isSafe ? (
            <Button onClick={back.onPress}>{t('removal.keep')}</Button>
          ) : (
            <Button onClick={() => setOpen(hasWords ? 'words' : 'export')}>
              {t(hasWords ? 'removal.checkAction' : 'removal.export')}
            </Button>
          )}
          <Button
            variant="quiet"
            disabled={!isSafe}
            isBusy={isBusy}
            onClick={() => void run(confirm)}
          >
            {t(`removal.${kind}.action`)}
          </Button>
        </>
      }
    >
      <div className={styles.page}>
        <Balance userId={userId} address={address} />
        <Notice title={t(isHere ? 'removal.onlyKey' : 'removal.notHere')}>
          {t(isHere ? `removal.${kind}.text` : 'removal.notHereText')}
        </Notice>
        {isHere && (
          <section className={styles.proof}>
            <h2 className={text.title}>{t('removal.comeBack')}</h2>
            <p className={classNames(text.small, text.soft)}>{t('removal.oneIsEnough')}</p>
            <Rows>
              {hasWords && (
                <Row>
                  <button type="button" className={rowTargetClass} onClick={() => setOpen('words')}>
                    <RowContent
                      icon="more"
                      label={t('removal.checkWords')}
                      note={t(areWordsRight ? 'removal.checked' : 'removal.checkNote')}
                      end={areWordsRight ? 'check' : 'next'}
                    />
                  </button>
                </Row>
              )}
              <Row>
                <button type="button" className={rowTargetClass} onClick={() => setOpen('export')}>
                  <RowContent
                    icon="share"
                    label={t('removal.export')}
                    note={
                      facts?.exportedAt
                        ? t('export.lastChecked', { date: formatDate(facts.exportedAt) })
                        : t('export.never')
                    }
                    end={hasFile ? 'check' : 'next'}
                  />
                </button>
              </Row>
            </Rows>
            <KeptNote />
          </section>
        )}
        {problem && <Notice role="alert">{problem}</Notice>}
      </div>
      {open === 'export' && (
        <ExportSheet
          userId={userId}
          address={address}
          opener={opener}
          onClose={() => setOpen(undefined)}
          onChecked={() => {
            setOpen(undefined)
            void readBackup(userId).then(setBackup)
          }}
        />
      )}
    </Screen>
  )
}

/**
 * Without a response the address may already be removed from the account, so the text must not read
 * like a refusal.
 */
export function removalProblem(kind: RemovalKind, cause: unknown, t: Translate<'wallet'>): string {
  if (kind !== 'disconnect' || !isUnanswered(cause)) return problemText(cause, t)
  return `${t('removal.disconnect.failed')} ${t('removal.disconnect.unconfirmed')}`
}

function Balance({ userId, address }: { userId: string; address: string }) {
  const { t } = useTranslation('wallet')
  const { holdings: listed, networks, totalUsd, isLoading } = useHoldings(address)
  const holdings = [...listed, ...useAddedHoldings(userId, address, networks)].flatMap(
    ({ asset, network, amount }) => (amount ? [{ asset, network, amount }] : []),
  )
  const { isHidden } = useDisplay()
  const names = holdings.map(({ network }) => network.name)
  const unpriced = holdings
    .filter(({ asset }) => asset.priceUsd === null)
    .map(({ asset, amount }) => `${readableAmount(amount, asset.decimals)} ${asset.symbol}`)
  return (
    <div className={styles.balance}>
      <p className={classNames(text.small, text.soft)}>{t('removal.now')}</p>
      {isLoading ? (
        <Skeleton width="11rem" height="3rem" />
      ) : (
        <p className={text.display}>
          {totalUsd === undefined ? t('none') : <Money usd={totalUsd} />}
        </p>
      )}
      {!isHidden && unpriced.length > 0 && (
        <p className={classNames(text.small, styles.unpriced)}>
          {t('removal.unpriced', { tokens: unpriced.join(', ') })}
        </p>
      )}
      <p className={classNames(text.small, text.soft, text.number)}>
        {[shortAddress(address), ...new Set(names)].join(' · ')}
      </p>
    </div>
  )
}

function KeptNote() {
  const { t } = useTranslation('wallet')
  const [until] = useState(() => new Date(serverNow() + SET_ASIDE_TTL_MS).toISOString())
  return (
    <p className={classNames(text.small, text.soft, styles.kept)}>
      <Glyph name="clock" size={20} />
      <span>{t('removal.kept', { date: formatDate(until) })}</span>
    </p>
  )
}
