import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import styles from './button.module.css'
import { Spinner } from './spinner.tsx'

/** `plain` is for screens whose illustration is the bright element. */
export type ButtonVariant = 'lit' | 'plain' | 'quiet' | 'text'

/** Returns the class for a link that looks like a button. */
export function buttonClass(variant: ButtonVariant, isCompact = false): string {
  return classNames(styles.button, styles[variant], isCompact && styles.compact)
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'type'> & {
  variant?: ButtonVariant
  type?: 'button' | 'submit'
  isCompact?: boolean
  /** Keeps the button's size and accessible name while its action runs. */
  isBusy?: boolean
  children: ReactNode
}

export function Button({
  variant = 'lit',
  type = 'button',
  isCompact = false,
  isBusy = false,
  disabled = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- narrowed to 'button' or 'submit' by its type
      type={type}
      className={buttonClass(variant, isCompact)}
      aria-busy={isBusy || undefined}
      aria-disabled={disabled || undefined}
      onClick={(event) => {
        // The `disabled` attribute would drop the focus, and screen readers would miss the change.
        if (isBusy || disabled) return event.preventDefault()
        onClick?.(event)
      }}
    >
      <span className={styles.label}>{children}</span>
      {isBusy && (
        <span className={styles.busy}>
          <Spinner size={24} />
        </span>
      )}
    </button>
  )
}
