import type { ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from './icon.tsx'
import styles from './screen.module.css'
import text from './text.module.css'

type ScreenProps = {
  children: ReactNode
  header?: ReactNode
  /** The primary action, within reach of the thumb. */
  dock?: ReactNode
  /** Wraps the content and the dock in a form, so that Enter submits. */
  onSubmit?: (event: React.FormEvent<HTMLFormElement>) => void
}

export function Screen({ children, header, dock, onSubmit }: ScreenProps) {
  const content = (
    <>
      {header}
      <main className={styles.main}>
        <div className={styles.page}>{children}</div>
        {dock && <div className={styles.dock}>{dock}</div>}
      </main>
    </>
  )
  if (!onSubmit) return <div className={styles.screen}>{content}</div>
  return (
    // Without its script, a form with another method would put its values into the address.
    <form className={styles.screen} method="post" noValidate onSubmit={onSubmit}>
      {content}
    </form>
  )
}

type ScreenHeaderProps = {
  back?: { label: string; onPress: () => void; icon?: 'close' }
  title?: ReactNode
  /** Shown in the middle instead of a title. */
  middle?: ReactNode
  action?: ReactNode
  /** Gives the buttons a dark background, because they lie over a picture. */
  isOverArt?: boolean
}

export function ScreenHeader({
  back,
  title,
  middle,
  action,
  isOverArt = false,
}: ScreenHeaderProps) {
  return (
    <header className={classNames(styles.header, isOverArt && styles.overArt)}>
      <div className={styles.bar}>
        {back && (
          <button
            type="button"
            className={classNames(styles.iconButton, styles.start)}
            aria-label={back.label}
            onClick={back.onPress}
          >
            <Icon name={back.icon ?? 'back'} />
          </button>
        )}
        {title && (
          <h1
            className={classNames(text.title, text.twoLines, styles.title, !back && styles.leading)}
          >
            {title}
          </h1>
        )}
        {middle && <div className={styles.middle}>{middle}</div>}
        {action}
      </div>
    </header>
  )
}

/** The class for round icon links and buttons in a header. */
export const iconButtonClass = classNames(styles.iconButton, styles.end)
