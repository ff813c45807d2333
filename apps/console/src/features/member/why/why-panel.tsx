import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { Button } from '#/ui/button.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import { Icon } from '#/ui/icon.tsx'
import { EARN_NOW } from '#/features/member/member-search.ts'
import { EarnNow } from './earn-now.tsx'
import { Explanation } from './explanation.tsx'
import type { Why } from './use-why.ts'
import { useWhyTitle } from './why-title.ts'
import styles from './why.module.css'

/** Below this width there is no room for a second column. */
const NARROW = '(width < 1000px)'

type WhyPanelProps = {
  userId: number
  /** The explained entry, or `now`. */
  entry: string
  /** The language of the member, in which the answer is written at first. */
  language: string | undefined
  seasonId: number | undefined
  why: Why
}

/** Explains one entry beside the list, or says what the member could still earn. */
export function WhyPanel({ userId, entry, language, seasonId, why }: WhyPanelProps) {
  const { t } = useTranslation('why')
  const isNarrow = useMediaQuery(NARROW)
  const title = useWhyTitle(userId, entry)
  const content =
    entry === EARN_NOW ? (
      <EarnNow userId={userId} seasonId={seasonId} />
    ) : (
      <Explanation userId={userId} entry={entry} language={language} why={why} />
    )
  if (isNarrow) {
    return (
      <Dialog
        title={title}
        step={entry}
        onClose={why.close}
        actions={
          <Button tone="plain" onClick={why.close}>
            {t('common:close')}
          </Button>
        }
      >
        <div className={styles.sheet} data-why-panel>
          {content}
        </div>
      </Dialog>
    )
  }
  return (
    <Aside title={title} why={why}>
      {content}
    </Aside>
  )
}

function Aside({ title, why, children }: { title: string; why: Why; children: ReactNode }) {
  const { t } = useTranslation('why')
  const panel = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // An address that opens the panel leaves the focus at the title of the page.
  const { isAsked, close } = why
  const isAskedNow = useRef(isAsked())

  useEffect(() => {
    if (isAskedNow.current) heading.current?.focus({ preventScroll: true })
  }, [])

  useEffect(() => {
    const element = panel.current
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close()
    }
    element?.addEventListener('keydown', closeByKey)
    return () => element?.removeEventListener('keydown', closeByKey)
  }, [close])

  return (
    <aside ref={panel} className={styles.panel} aria-label={t('label')}>
      <header className={styles.header}>
        <span className={styles.mark}>
          <Icon name="why" size={20} />
        </span>
        <h2 ref={heading} className={styles.title} tabIndex={-1}>
          {title}
        </h2>
        <button
          type="button"
          className={styles.close}
          aria-label={t('common:close')}
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </header>
      <div className={styles.body}>{children}</div>
    </aside>
  )
}
