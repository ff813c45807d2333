import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Screen } from '#/ui/screen.tsx'
import illustration from '#/ui/illustration.module.css'
import text from '#/ui/text.module.css'
import styles from './required-setup-screen.module.css'

type RequiredSetupScreenProps = { onStart: () => void; onLogout: () => Promise<void> }

/**
 * Makes a member without a PIN, or with one that was locked by five wrong entries, set one before
 * anything else.
 */
export function RequiredSetupScreen({ onStart, onLogout }: RequiredSetupScreenProps) {
  const { t } = useTranslation('pin')
  const [isLeaving, setLeaving] = useState(false)
  return (
    <Screen
      dock={
        <>
          <Button onClick={onStart}>{t('required.start')}</Button>
          <Button
            variant="text"
            isBusy={isLeaving}
            onClick={() => {
              setLeaving(true)
              void onLogout()
            }}
          >
            {t('required.logout')}
          </Button>
        </>
      }
    >
      <div className={classNames(illustration.illustration, styles.illustration)}>
        <Gate />
        <h1 className={text.headline}>{t('required.title')}</h1>
        <p className={text.soft}>{t('required.text')}</p>
      </div>
    </Screen>
  )
}

/** Draws six unlit stars above the horizon for the PIN that is still to be set. */
function Gate() {
  return (
    <svg className={styles.art} viewBox="0 0 280 168" fill="none" aria-hidden="true">
      <g stroke="#fff" strokeWidth="1.5" strokeLinecap="round">
        <path d="M40 136a100 100 0 0 1 200 0" strokeOpacity=".22" />
        <path d="M8 136h264" strokeOpacity=".6" strokeWidth="2" />
        <path d="M96 148h88M116 159h48" strokeOpacity=".22" strokeWidth="2" />
      </g>
      <path d="M112 136a28 28 0 0 1 56 0z" fill="#f6f4ff" />
      <g fill="#0b0a1a" stroke="#9a95b8" strokeWidth="1.75" strokeLinejoin="round">
        {STARS.map(([x, y]) => (
          <path
            key={`${x}`}
            transform={`translate(${x} ${y})`}
            d="M0-12c1.4 8.2 3.5 10.5 12 12-8.5 1.5-10.6 3.8-12 12-1.4-8.2-3.5-10.5-12-12 8.5-1.5 10.6-3.8 12-12z"
          />
        ))}
      </g>
    </svg>
  )
}

const STARS = [
  [44, 104],
  [69, 65],
  [114, 39],
  [166, 39],
  [211, 65],
  [236, 104],
] as const
