import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import styles from './why-button.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The screen below is the previous entry of the history, so that closing the sheet goes back. */
    isWhyOpened?: boolean
  }
}

type WhyButtonProps = {
  /** Names what is explained, such as `history:12`. */
  entryId: string
  /** Says what the button explains if it is read without its surroundings. */
  label?: string
  /** `icon` is for rows, `text` stands beside a reason, `row` has its own content. */
  variant?: 'icon' | 'text' | 'row'
  /** Explains another entry in the open sheet. */
  isReplacing?: boolean
  className?: string | undefined
  children?: ReactNode
}

/** Opens the explanation of an entry above the current screen, as a part of its address. */
export function WhyButton(props: WhyButtonProps) {
  const { entryId, label, variant = 'text', isReplacing = false, className, children } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isIcon = variant === 'icon'

  function open(): void {
    void navigate({
      to: '.',
      // The screens have different parameters, and the sheet keeps all of them.
      search: (before: object) => ({ ...before, why: entryId }),
      state: (before) => (isReplacing ? before : { isWhyOpened: true }),
      replace: isReplacing,
      resetScroll: false,
    })
  }

  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={label ?? (isIcon ? t('why') : undefined)}
      className={classNames(
        isIcon && styles.icon,
        variant === 'text' && classNames(text.small, text.strong, styles.text),
        className,
      )}
      onClick={open}
    >
      {children ?? (isIcon ? <Icon name="help" size={20} /> : t('why'))}
    </button>
  )
}
