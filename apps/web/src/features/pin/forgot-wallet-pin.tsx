import { useTranslation } from '#/lib/i18n.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import text from '#/ui/text.module.css'
import styles from './pin-panel.module.css'

type ForgotWalletPinProps = { titleId: string; onTryAgain: () => void }

/** Lists the ways to open a wallet without its PIN, when no new PIN of an account opens it. */
export function ForgotWalletPin({ titleId, onTryAgain }: ForgotWalletPinProps) {
  const { t } = useTranslation('pin')
  return (
    <div className={styles.panel}>
      <div className={styles.top}>
        <div className={styles.text}>
          <img className={styles.mark} src="/logo-mark.svg" alt="" width={56} height={52} />
          <h1 id={titleId} className={text.headline} tabIndex={-1}>
            {t('forgot.title')}
          </h1>
          <p className={text.soft}>{t('forgot.withoutAccount.text')}</p>
        </div>
      </div>
      <div className={styles.footer}>
        <a className={buttonClass('lit')} href="/recovery/">
          {t('forgot.withoutAccount.recovery')}
        </a>
        <Button variant="text" onClick={onTryAgain}>
          {t('forgot.tryAgain')}
        </Button>
      </div>
    </div>
  )
}
