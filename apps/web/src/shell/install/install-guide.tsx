import { useId } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { APP_NAME } from '#/lib/app-name.ts'
import { Overlay } from '#/shell/overlay.tsx'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'
import { CopyLink } from './copy-link.tsx'
import styles from './install-guide.module.css'
import { promptToInstall, useInstallState } from './install-state.ts'
import { installMethodOf } from './installed.ts'
import { InvitationCode } from './invitation-code.tsx'
import { Orb } from './orb.tsx'

const STEPS = {
  ios: ['iosShare', 'iosAdd', 'open'],
  other: ['menu', 'install', 'open'],
  'in-app-browser': ['inAppMenu', 'inAppOpen', 'inAppInstall'],
} as const

/** Guides the member to install the app on the home screen, and stays until it is installed. */
export function InstallGuide() {
  const { t } = useTranslation('shell')
  const titleId = useId()
  const offer = useInstallState((state) => state.offer)
  const wasInstalled = useInstallState((state) => state.wasInstalled)
  const way = installMethodOf(navigator)

  return (
    <Overlay labelledBy={titleId}>
      <div className={styles.guide}>
        <Orb />
        <img className={styles.logo} src="/logo-white.svg" alt={APP_NAME} width={150} height={32} />
        <h1 id={titleId} className={classNames(text.title, styles.title)} tabIndex={-1}>
          {t(wasInstalled ? 'install.doneTitle' : 'install.title', { name: APP_NAME })}
        </h1>
        <p className={classNames(text.soft, styles.text)}>
          {t(wasInstalled ? 'install.doneText' : 'install.text', { name: APP_NAME })}
        </p>
        <img
          className={styles.picture}
          src="/app-download.png"
          alt={t('install.picture')}
          width={350}
          height={190}
        />
        {!wasInstalled && (
          <ol className={styles.steps}>
            {STEPS[way].map((step) => (
              <li key={step}>{t(`install.steps.${step}`, { name: APP_NAME })}</li>
            ))}
          </ol>
        )}
        <InvitationCode />
        {offer && (
          <div className={styles.action}>
            <Button onClick={() => void promptToInstall(offer)}>
              {t('install.button', { name: APP_NAME })}
            </Button>
          </div>
        )}
        {way === 'in-app-browser' && (
          <div className={styles.action}>
            <CopyLink />
          </div>
        )}
      </div>
    </Overlay>
  )
}
