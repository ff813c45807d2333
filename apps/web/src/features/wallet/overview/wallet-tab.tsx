import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { shortAddress } from '#/features/wallet/address.ts'
import { problemText } from '#/features/wallet/chain/problem-text.ts'
import { findLocalWallet } from '#/features/wallet/device/device.ts'
import type { Opener } from '#/features/wallet/device/opener.ts'
import { isNeverRegistered, resumeRegistration } from '#/features/wallet/device/register.ts'
import { findSetAside, restoreSetAside } from '#/features/wallet/device/set-aside.ts'
import { SetAsideLink } from '#/features/wallet/device/set-aside-link.tsx'
import { useWallet, whileChangingWallet } from '#/features/wallet/device/store.ts'
import { Vessel } from '#/features/wallet/device/vessel.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { monotonicServerNow } from '@solstice/ui/time.ts'
import { showToast } from '#/lib/toast.ts'
import { Cancelled, useAction } from '#/lib/use-action.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import { findWallet } from '#/vault/vault.ts'
import { WalletScreen } from './wallet-screen.tsx'
import styles from './wallet-tab.module.css'

type WalletTabProps = {
  userId: string
  opener: Opener
  notice: ReactNode
  /** Runs after a copy was restored together with the passkey of this device. */
  onRestored: () => Promise<void>
}

/** Shows the wallet, or the steps to get one. */
export function WalletTab({ userId, opener, notice, onRestored }: WalletTabProps) {
  const { server, local } = useWallet()
  if (local?.state === 'active') {
    return <WalletScreen userId={userId} address={local.address} notice={notice} opener={opener} />
  }
  if (local?.state === 'pending') {
    return <PendingCard userId={userId} address={local.address} opener={opener} />
  }
  return typeof server === 'string' ? (
    <ImportCard userId={userId} address={server} onRestored={onRestored} />
  ) : (
    <EmptyCard userId={userId} onRestored={onRestored} />
  )
}

function Invitation(props: { title: string; children: ReactNode; action: ReactNode }) {
  const { t } = useTranslation('wallet')
  return (
    <Screen header={<ScreenHeader title={t('title')} />}>
      <Card>
        <div className={styles.invitation}>
          <Vessel />
          <h2 className={text.title}>{props.title}</h2>
          {props.children}
          <div className={styles.action}>{props.action}</div>
        </div>
      </Card>
    </Screen>
  )
}

type CardProps = Pick<WalletTabProps, 'userId' | 'onRestored'>

/** Returns the set-aside wallet of this device and a function to restore it. */
function useSetAside({ userId, onRestored }: CardProps, server: string | null) {
  const { t } = useTranslation('wallet')
  const queries = useQueryClient()
  const [aside] = useState(() => findSetAside(userId, server, monotonicServerNow()))

  async function restore(): Promise<void> {
    await whileChangingWallet(() => restoreSetAside(userId, server, monotonicServerNow()))
    await onRestored()
    useWallet.setState({ local: await findLocalWallet(userId) })
    await queries.invalidateQueries()
    if (server !== null) showToast(t('import.asideDone'), { tone: 'done' })
  }

  return { aside, restore }
}

function EmptyCard(props: CardProps) {
  const { t } = useTranslation('wallet')
  const { aside, restore } = useSetAside(props, null)
  return (
    <Invitation
      title={t('empty.title')}
      action={
        <>
          {aside && <Button onClick={() => void restore()}>{t('import.asideAction')}</Button>}
          <Link to="/wallet/create/" className={buttonClass(aside ? 'quiet' : 'lit')}>
            {t('empty.action')}
          </Link>
          <SetAsideLink userId={props.userId} />
        </>
      }
    >
      <p className={text.soft}>
        {aside
          ? t('import.asideNoneText', { address: shortAddress(aside.record.ethAddress) })
          : t('empty.text')}
      </p>
    </Invitation>
  )
}

function ImportCard(props: CardProps & { address: string }) {
  const { address } = props
  const { t } = useTranslation('wallet')
  const { aside, restore } = useSetAside(props, address)
  const hasSetAside = aside !== undefined

  return (
    <Invitation
      title={t('import.cardTitle')}
      action={
        <>
          {hasSetAside && <Button onClick={() => void restore()}>{t('import.asideAction')}</Button>}
          <Link to="/wallet/import-guide" className={buttonClass(hasSetAside ? 'quiet' : 'lit')}>
            {t('import.cardAction')}
          </Link>
          <SetAsideLink userId={props.userId} />
        </>
      }
    >
      <p className={text.soft}>{t('import.cardText', { address: shortAddress(address) })}</p>
      {hasSetAside && <p className={text.soft}>{t('import.asideText')}</p>}
    </Invitation>
  )
}

type PendingCardProps = { userId: string; address: string; opener: Opener }

/**
 * Shows a wallet that is sealed here but not registered, because a tab was closed or the server was
 * unavailable.
 */
function PendingCard({ userId, address, opener }: PendingCardProps) {
  const { t } = useTranslation('wallet')
  const [problem, setProblem] = useState<string>()

  const { run: finish, isBusy } = useAction({
    call: async () => {
      setProblem(undefined)
      const wallet = await findWallet(userId)
      const opened = wallet && (await opener.openToRegister())
      if (!opened) throw new Cancelled()
      await resumeRegistration(wallet, { userId, ...opened })
    },
    onFailed: (cause) => {
      const sentence = problemText(cause, t)
      // The card disappears then, so show the problem in a toast.
      if (isNeverRegistered(cause)) showToast(sentence, { tone: 'attention' })
      else setProblem(sentence)
    },
  })

  return (
    <Invitation
      title={t('pending.title')}
      action={
        <>
          <Button isBusy={isBusy} onClick={() => void finish()}>
            {t('pending.action')}
          </Button>
          <SetAsideLink userId={userId} />
        </>
      }
    >
      <p className={text.soft}>{t('pending.text', { address: shortAddress(address) })}</p>
      {problem && <Notice role="alert">{problem}</Notice>}
    </Invitation>
  )
}
