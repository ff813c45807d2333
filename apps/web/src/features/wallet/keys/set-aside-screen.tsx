import { useState } from 'react'
import { AddressInFull } from '#/features/wallet/address-in-full.tsx'
import type { WalletOpener } from '#/features/wallet/device/opener.ts'
import { noteSetAsideSeen } from '#/features/wallet/device/set-aside.ts'
import type { SetAsideWallet } from '#/features/wallet/device/set-aside.ts'
import { Vessel } from '#/features/wallet/device/vessel.tsx'
import { Glyph } from '#/features/wallet/glyph.tsx'
import { formatDate } from '#/features/wallet/instants.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { monotonicServerNow } from '@solstice/ui/time.ts'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Row, RowContent, Rows, rowTargetClass } from '#/ui/rows.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import text from '#/ui/text.module.css'
import { factsOf } from '#/vault/vault.ts'
import { ExportSheet } from './export-sheet.tsx'
import { RevealScreen } from './reveal-screen.tsx'
import styles from './set-aside-screen.module.css'

type SetAsideScreenProps = {
  wallets: readonly SetAsideWallet[]
  back: { label: string; onPress: () => void }
  openerOf: (wallet: SetAsideWallet) => WalletOpener
}

type Opened = { wallet: SetAsideWallet; opener: WalletOpener; action: 'reveal' | 'export' }

/**
 * Lists the earlier wallets of this device; each can be revealed or exported while its copy is
 * kept.
 */
export function SetAsideScreen({ back, openerOf, ...props }: SetAsideScreenProps) {
  const { t } = useTranslation('wallet')
  const [wallets] = useState(() => noteSetAsideSeen(props.wallets, monotonicServerNow()))
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  if (opened?.action === 'reveal') {
    const { userId, record } = opened.wallet
    return (
      <RevealScreen
        userId={userId}
        record={record}
        back={{ label: back.label, onPress: close }}
        opener={opened.opener}
      />
    )
  }
  const header = <ScreenHeader back={back} title={t('aside.title')} />
  if (wallets.length === 0) {
    return (
      <Screen header={header}>
        <EmptyState art={<Vessel />} title={t('aside.none')} />
      </Screen>
    )
  }
  const open = (wallet: SetAsideWallet, action: Opened['action']) =>
    setOpened({ wallet, opener: openerOf(wallet), action })
  return (
    <Screen header={header}>
      <div className={styles.page}>
        <p className={text.soft}>{t('aside.text')}</p>
        {wallets.map((wallet) => (
          <OldWallet
            key={`${wallet.userId} ${wallet.record.ethAddress}`}
            wallet={wallet}
            onOpen={(action) => open(wallet, action)}
          />
        ))}
      </div>
      {opened && (
        <ExportSheet
          userId={opened.wallet.userId}
          address={opened.wallet.record.ethAddress}
          record={opened.wallet.record}
          opener={opened.opener}
          onClose={close}
          onChecked={close}
        />
      )}
    </Screen>
  )
}

type OldWalletProps = { wallet: SetAsideWallet; onOpen: (action: Opened['action']) => void }

function OldWallet({ wallet, onOpen }: OldWalletProps) {
  const { t } = useTranslation('wallet')
  const { record, untilMs } = wallet
  const isKeyOnly = factsOf(record)?.hasPhrase === false
  return (
    <section className={styles.wallet}>
      <Card>
        <h2 className={classNames(text.small, text.soft)}>{t('manage.address')}</h2>
        <AddressInFull address={record.ethAddress} />
        {untilMs !== undefined && (
          <p className={classNames(text.small, text.soft, styles.until)}>
            <Glyph name="clock" size={16} />
            {t('aside.until', { date: formatDate(new Date(untilMs).toISOString()) })}
          </p>
        )}
      </Card>
      <Rows>
        <Row>
          <button type="button" className={rowTargetClass} onClick={() => onOpen('reveal')}>
            <RowContent
              icon="eye"
              label={t(isKeyOnly ? 'manage.revealKey' : 'manage.reveal')}
              note={t('aside.revealNote')}
            />
          </button>
        </Row>
        <Row>
          <button type="button" className={rowTargetClass} onClick={() => onOpen('export')}>
            <RowContent icon="share" label={t('manage.export')} note={t('aside.exportNote')} />
          </button>
        </Row>
      </Rows>
    </section>
  )
}
