import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import styles from './button.module.css'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'

export type ButtonTone = 'normal' | 'primary' | 'danger' | 'risk' | 'plain'

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'> & {
  tone?: ButtonTone
  size?: 'normal' | 'small' | 'large'
  icon?: IconName
  isSubmit?: boolean
  /** Keeps the focus, unlike `disabled`, and ignores presses. */
  isBusy?: boolean
  children: ReactNode
}

export function Button({
  tone = 'normal',
  size = 'normal',
  icon,
  isSubmit = false,
  isBusy = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={isSubmit ? 'submit' : 'button'}
      className={buttonClass(tone, size)}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** Returns the classes of a button, for a link that looks like one. */
export function buttonClass(
  tone: ButtonTone = 'normal',
  size: 'normal' | 'small' | 'large' = 'normal',
): string {
  return classNames(
    styles.button,
    tone !== 'normal' && styles[tone],
    size !== 'normal' && styles[size],
  )
}
