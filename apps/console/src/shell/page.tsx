import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import styles from './page.module.css'

type PageProps = {
  title: string
  /** Stands beside the title: the state, or the figure that the page is about. */
  beside?: ReactNode
  /** Stands at the right: actions or times. */
  aside?: ReactNode
  /** The page above this one. */
  above?: {
    to:
      | '/approvals'
      | '/holds'
      | '/members'
      | '/refunds'
      | '/seasons'
      | '/shop'
      | '/messages/notices'
      | '/messages/campaigns'
      | '/money/payouts'
    title: string
    name: string
  }
  /** Keeps the title and its actions in sight while the page scrolls. */
  isHeadSticky?: boolean
  /** Leaves more room for a page with much content. */
  isDense?: boolean
  children: ReactNode
}

/** Renders the content of a route. The focus moves to its title, so that screen readers read it. */
export function Page(props: PageProps) {
  const { title, beside, aside, above, isHeadSticky = false, isDense = false, children } = props
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  const focusedPath = useRef<string>(undefined)
  const pathname = useLocation({ select: (location) => location.pathname })

  useEffect(() => {
    document.title = `${title} · ${t('appName')}`
  }, [title, t])

  useEffect(() => {
    if (focusedPath.current === pathname) return
    focusedPath.current = pathname
    // A field of the page that was focused on purpose keeps the focus, as does an open dialog.
    const isTaken = document.activeElement?.closest('main, dialog')
    if (!isTaken) heading.current?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <main className={classNames(styles.page, isDense && styles.dense)} id="main" tabIndex={-1}>
      <div className={isHeadSticky ? styles.sticky : undefined}>
        {above && (
          <nav className={classNames(styles.crumbs, text.small)} aria-label={t('crumbs')}>
            <Link to={above.to} className={text.soft}>
              {above.title}
            </Link>
            <Icon name="next" />
            <span>{above.name}</span>
          </nav>
        )}
        <div className={styles.head}>
          <div className={styles.named}>
            <h1 ref={heading} className={styles.title} tabIndex={-1}>
              {title}
            </h1>
            {beside}
          </div>
          {aside && <div className={styles.aside}>{aside}</div>}
        </div>
      </div>
      {children}
    </main>
  )
}

type ColumnsProps = {
  main: ReactNode
  beside: ReactNode
  /** Stands below the main column, and on small screens below everything else. */
  below?: ReactNode
}

/** Places a narrower column beside the main one; below it on small screens. */
export function Columns({ main, beside, below }: ColumnsProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>{main}</div>
      <div className={classNames(styles.column, styles.beside)}>{beside}</div>
      {below && <div className={styles.column}>{below}</div>}
    </div>
  )
}
