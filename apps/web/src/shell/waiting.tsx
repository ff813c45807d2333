import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import text from '#/ui/text.module.css'

/** Announces the loading state to screen readers, which cannot see the skeletons. */
export function Waiting({ className, children }: { className?: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={className} aria-busy="true">
      <span className={text.unseen}>{t('loading')}</span>
      {children}
    </div>
  )
}
