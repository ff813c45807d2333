import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { environment } from '#/lib/environment.ts'
import { LANGUAGE_NAMES, chooseLanguage, useTranslation } from '#/lib/i18n.ts'
import { formatMinute } from '#/lib/times.ts'
import { EnvironmentBadge } from '#/shell/environment-badge.tsx'
import { Logo } from '#/ui/logo.tsx'
import text from '#/ui/text.module.css'
import styles from './sign-in-frame.module.css'
import { Sky } from './sky.tsx'

/** Renders the pages before sign-in: a picture, and beside it the environment and one task. */
export function SignInFrame({
  title,
  lead,
  children,
}: {
  title: string
  lead: string
  children: ReactNode
}) {
  const { t } = useTranslation('signIn')
  const now = useNow()
  const isProduction = environment() === 'production'

  useEffect(() => {
    document.title = `${title} · ${t('common:appName')}`
  }, [title, t])

  return (
    <div className={classNames(styles.frame, isProduction && styles.production)}>
      <header className={styles.picture}>
        <Sky className={styles.sky} />
        <p className={styles.brand}>
          <Logo size={30} />
          Solstice
        </p>
        <p className={styles.day}>{t('programmeDay', { time: formatMinute(now) })}</p>
      </header>
      <main className={styles.side}>
        <div className={styles.content}>
          <div>
            <EnvironmentBadge />
            <h1 className={styles.title}>{title}</h1>
            <p className={styles.lead}>{lead}</p>
          </div>
          {children}
          <div className={styles.language}>
            {(['en', 'ko'] as const).map((language) => (
              <button
                key={language}
                type="button"
                lang={language}
                className={classNames(text.link, text.small)}
                onClick={() => void chooseLanguage(language)}
              >
                {LANGUAGE_NAMES[language]}
              </button>
            ))}
          </div>
        </div>
      </main>
    </div>
  )
}
