import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isSameAddress, shortAddress } from '#/features/wallet/address.ts'
import { formatDate } from '#/features/wallet/instants.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { monotonicServerNow } from '@solstice/ui/time.ts'
import { buttonClass } from '#/ui/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { NoticeText, noticeClass } from '#/ui/notice.tsx'
import text from '#/ui/text.module.css'
import { listSetAside, noteSetAsideSeen } from './set-aside.ts'
import type { SetAsideWallet } from './set-aside.ts'

/** Returns the copies on this device except that of the wallet in use. */
export function useSetAsideWallets(userId: string, inUse: string | undefined): SetAsideWallet[] {
  const [wallets] = useState(() => listSetAside(userId, monotonicServerNow()))
  return wallets.filter(({ record }) => !inUse || !isSameAddress(record.ethAddress, inUse))
}

/** Shows a notice on the wallet screen while a copy is kept. */
export function SetAsideNotice({ userId, inUse }: { userId: string; inUse: string }) {
  const { t } = useTranslation('wallet')
  const wallets = useSetAsideWallets(userId, inUse)
  const [[first]] = useState(() => noteSetAsideSeen(wallets.slice(0, 1), monotonicServerNow()))
  if (!first) return null
  const address = shortAddress(first.record.ethAddress)
  return (
    <Link to="/wallet/set-aside" className={noticeClass}>
      <NoticeText title={t('aside.open')}>
        {first.untilMs === undefined
          ? t('aside.noticeOpen', { address })
          : t('aside.notice', { address, date: formatDate(new Date(first.untilMs).toISOString()) })}
      </NoticeText>
      <span className={text.soft}>
        <Icon name="next" size={20} />
      </span>
    </Link>
  )
}

/** Links to the copies where the account has no wallet on this device. */
export function SetAsideLink({ userId }: { userId: string }) {
  const { t } = useTranslation('wallet')
  const wallets = useSetAsideWallets(userId, undefined)
  if (wallets.length === 0) return null
  return (
    <Link to="/wallet/set-aside" className={buttonClass('text')}>
      {t('aside.open')}
    </Link>
  )
}
