import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AddressInFull } from '#/features/wallet/address-in-full.tsx'
import { copyWithToast } from '#/features/wallet/clipboard.ts'
import type { Opener } from '#/features/wallet/device/opener.ts'
import { requestPersistence, isPersistent } from '#/features/wallet/device/register.ts'
import { SetAsideLink, useSetAsideWallets } from '#/features/wallet/device/set-aside-link.tsx'
import { useWallet } from '#/features/wallet/device/store.ts'
import { Vessel } from '#/features/wallet/device/vessel.tsx'
import { formatDate } from '#/features/wallet/instants.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Row, RowContent, Rows, rowTargetClass } from '#/ui/rows.tsx'
import { Screen, ScreenHeader, iconButtonClass } from '#/ui/screen.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import text from '#/ui/text.module.css'
import { findWallet } from '#/vault/vault.ts'
import type { WalletFacts } from '#/vault/vault.ts'
import { ExportSheet } from './export-sheet.tsx'
import styles from './management-screen.module.css'

type ManagementScreenProps = {
  userId: string
  back: { label: string; onPress: () => void }
  opener: Opener
}

export function ManagementScreen(props: ManagementScreenProps) {
  const { t } = useTranslation('wallet')
  const { server, local } = useWallet()
  const header = <ScreenHeader back={props.back} title={t('manage.title')} />
  const address = typeof server === 'string' ? server : local?.address
  if (address === undefined) {
    return (
      <Screen
        header={header}
        dock={
          <Link to="/wallet/create/" className={buttonClass('lit')}>
            {t('empty.action')}
          </Link>
        }
      >
        <EmptyState art={<Vessel />} title={t('manage.none')} />
        <SetAsideLink userId={props.userId} />
      </Screen>
    )
  }
  return <Management {...props} address={address} isHere={local?.state === 'active'} />
}

type ManagementProps = ManagementScreenProps & { address: string; isHere: boolean }

function Management({ userId, back, opener, address, isHere }: ManagementProps) {
  const { t } = useTranslation('wallet')
  const [facts, setFacts] = useState<WalletFacts>()
  const [persistent, setPersistent] = useState<boolean>()
  const [isExporting, setExporting] = useState(false)

  useEffect(() => {
    void findWallet(userId).then(setFacts)
    void isPersistent().then(setPersistent)
  }, [userId])

  async function persist(): Promise<void> {
    const isKept = await requestPersistence()
    setPersistent(isKept)
    if (!isKept) showToast(t('manage.askRefused'), { tone: 'attention', durationMs: 5000 })
  }

  return (
    <Screen header={<ScreenHeader back={back} title={t('manage.title')} />}>
      <div className={styles.page}>
        <Card>
          <div className={styles.head}>
            <h2 className={classNames(text.small, text.soft)}>{t('manage.address')}</h2>
            <button
              type="button"
              className={iconButtonClass}
              aria-label={t('receive.copy')}
              onClick={() => void copyWithToast(address, t('addressCopied'))}
            >
              <Icon name="copy" size={20} />
            </button>
          </div>
          <AddressInFull address={address} />
          <p className={classNames(text.small, text.soft, styles.where)}>
            <Icon name={isHere ? 'check' : 'info'} size={16} />
            {t(isHere ? 'manage.onThisPhone' : 'manage.notOnThisPhone')}
          </p>
          {isHere && persistent !== undefined && (
            <p className={classNames(text.small, text.soft, styles.where)}>
              <Icon name={persistent ? 'check' : 'alert'} size={16} />
              {t(persistent ? 'manage.persistent' : 'manage.notPersistent')}
              {!persistent && (
                <Button variant="text" isCompact onClick={() => void persist()}>
                  {t('manage.askPersist')}
                </Button>
              )}
            </p>
          )}
        </Card>
        <Rows>
          {isHere ? (
            <>
              <Row>
                <button type="button" className={rowTargetClass} onClick={() => setExporting(true)}>
                  <RowContent
                    icon="share"
                    label={t('manage.export')}
                    note={
                      facts?.exportedAt
                        ? t('export.lastChecked', { date: formatDate(facts.exportedAt) })
                        : t('export.never')
                    }
                  />
                </button>
              </Row>
              <Row>
                <Link to="/wallet/reveal-seed" className={rowTargetClass}>
                  <RowContent
                    icon="eye"
                    label={t(facts?.hasPhrase === false ? 'manage.revealKey' : 'manage.reveal')}
                    note={t('manage.revealNote')}
                  />
                </Link>
              </Row>
              <Row>
                <a href="/recovery/" className={rowTargetClass}>
                  <RowContent
                    icon="shield"
                    label={t('manage.recovery')}
                    note={t('manage.recoveryNote')}
                  />
                </a>
              </Row>
              <Row>
                <Link to="/wallet/remove/" className={rowTargetClass}>
                  <RowContent
                    icon="phone"
                    label={t('manage.remove')}
                    note={t('manage.removeNote')}
                  />
                </Link>
              </Row>
            </>
          ) : (
            <Row>
              <Link to="/wallet/import-guide" className={rowTargetClass}>
                <RowContent icon="wallet" label={t('manage.import')} />
              </Link>
            </Row>
          )}
          <OldWalletsRow userId={userId} inUse={isHere ? address : undefined} />
          <Row>
            <Link to="/more/wallet-policy" className={rowTargetClass}>
              <RowContent icon="book" label={t('manage.policy')} />
            </Link>
          </Row>
        </Rows>
        <Link
          to="/more/wallet-management"
          search={{ action: 'disconnect' }}
          className={buttonClass('quiet')}
        >
          {t('manage.disconnect')}
        </Link>
        <p className={classNames(text.small, text.faint, styles.centred)}>
          {t('manage.disconnectNote')}
        </p>
      </div>
      {isExporting && (
        <ExportSheet
          userId={userId}
          address={address}
          opener={opener}
          onClose={() => setExporting(false)}
          onChecked={() => {
            setExporting(false)
            void findWallet(userId).then(setFacts)
          }}
        />
      )}
    </Screen>
  )
}

function OldWalletsRow({ userId, inUse }: { userId: string; inUse: string | undefined }) {
  const { t } = useTranslation('wallet')
  const wallets = useSetAsideWallets(userId, inUse)
  if (wallets.length === 0) return null
  return (
    <Row>
      <Link to="/wallet/set-aside" className={rowTargetClass}>
        <RowContent icon="lock" label={t('aside.title')} note={t('aside.open')} />
      </Link>
    </Row>
  )
}
