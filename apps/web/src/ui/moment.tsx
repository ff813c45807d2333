import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { useRestoreFocus } from '@solstice/ui/restore-focus.ts'
import { Icon } from './icon.tsx'
import styles from './moment.module.css'
import { iconButtonClass } from './screen.tsx'
import text from './text.module.css'

type MomentProps = {
  title: string
  /** Shown inside the sun. */
  picture: ReactNode
  tone?: 'dawn' | 'night'
  children: ReactNode
  actions: ReactNode
  closeLabel: string
  onClose: () => void
}

/** Renders a full-screen celebration: the sun rises and the rays spread. A tap skips to the end. */
export function Moment({
  title,
  picture,
  tone = 'dawn',
  children,
  actions,
  closeLabel,
  onClose,
}: MomentProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [isSkipped, setSkipped] = useState(false)
  useRestoreFocus(ref)

  useEffect(() => {
    const dialog = ref.current
    if (dialog && !dialog.open) dialog.showModal()
  }, [])

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a tap only shortens the animation
    <dialog
      ref={ref}
      className={classNames(styles.moment, isSkipped && styles.skipped)}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={() => setSkipped(true)}
    >
      <div className={classNames(styles.sky, styles[tone])}>
        <svg className={styles.rays} viewBox="-200 -200 400 400" fill="none" aria-hidden="true">
          <path d={RAYS} stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
        </svg>
        <div className={styles.sun}>{picture}</div>
      </div>
      <i className={styles.water} aria-hidden="true" />
      <div className={styles.text}>
        <h2 id={titleId} className={text.headline} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
      <div className={styles.actions}>{actions}</div>
      <button
        type="button"
        className={classNames(iconButtonClass, styles.close)}
        aria-label={closeLabel}
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </dialog>
  )
}

/** Alternates long and short rays around a sun with radius 134. */
const RAYS = Array.from({ length: 48 }, (_, at) => {
  const angle = (at * Math.PI) / 24
  const end = at % 2 === 0 ? 196 : 174
  const point = (radius: number) =>
    `${(radius * Math.sin(angle)).toFixed(1)} ${(-radius * Math.cos(angle)).toFixed(1)}`
  return `M${point(154)}L${point(end)}`
}).join('')

/** Renders the disc of light with a number or symbol on it. */
export function MomentSun({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <span className={styles.disc}>
      {label && <span className={text.strong}>{label}</span>}
      {children}
    </span>
  )
}

/** Renders the one large number of a celebration. */
export function MomentNumber({ children }: { children: string }) {
  return (
    <span className={classNames(styles.number, children.length > 3 && styles.long)}>
      {children}
    </span>
  )
}
