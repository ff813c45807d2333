import { useId, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import styles from './tabs.module.css'

type TabsProps<Name extends string> = {
  label: string
  /** `segments` divide a screen, `line` divides a list on it. */
  variant: 'segments' | 'line'
  tabs: readonly { name: Name; label: ReactNode }[]
  current: Name
  onChange: (name: Name) => void
  /** The content of the current tab. */
  children: ReactNode
  panelClass?: string | undefined
}

const STEP: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Keeps one tab in the tab order; arrow keys move to the others and select them immediately. */
export function Tabs<Name extends string>({
  label,
  variant,
  tabs,
  current,
  onChange,
  children,
  panelClass,
}: TabsProps<Name>) {
  const id = useId()
  const listRef = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent): void {
    const at = tabs.findIndex(({ name }) => name === current)
    const step = STEP[event.key]
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? tabs.length - 1
          : step && (at + step + tabs.length) % tabs.length
    const next = to === undefined ? undefined : tabs[to]
    if (!next) return
    event.preventDefault()
    onChange(next.name)
    listRef.current?.querySelectorAll('button')[to ?? 0]?.focus()
  }

  return (
    <>
      <div
        ref={listRef}
        className={styles[variant]}
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ name, label: tabLabel }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            className={classNames(styles.tab)}
            aria-selected={name === current}
            aria-controls={`${id}-panel`}
            tabIndex={name === current ? 0 : -1}
            onClick={() => onChange(name)}
          >
            {tabLabel}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        className={classNames(styles.panel, panelClass)}
        role="tabpanel"
        aria-labelledby={`${id}-${current}`}
      >
        {children}
      </div>
    </>
  )
}
