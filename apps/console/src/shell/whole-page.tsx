import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { messageOf } from '@solstice/ui/api-error.ts'
import { logFault } from '@solstice/ui/log.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { Note } from '#/ui/note.tsx'
import { traceOf } from './loaded.tsx'
import styles from './whole-page.module.css'

/** Shown when a page cannot be rendered at all; the menu may be missing, so it has its own way out. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const router = useRouter()

  useEffect(() => logFault('A page could not be shown', error), [error])

  return (
    <main className={styles.page}>
      <div className={styles.box}>
        <h1 className={styles.title}>{t('pageFailed')}</h1>
        <Note tone="bad" isLive>
          {messageOf(error, t('noAnswer'))} <code>{traceOf(error)}</code>
        </Note>
        <Button tone="primary" size="large" onClick={() => void router.invalidate()}>
          {t('retry')}
        </Button>
      </div>
    </main>
  )
}

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <main className={styles.page}>
      <div className={styles.box}>
        <h1 className={styles.title}>{t('notFound')}</h1>
        <a href="/" className={buttonClass('primary', 'large')}>
          {t('menu:today')}
        </a>
      </div>
    </main>
  )
}
