import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useRestoreFocus } from '@solstice/ui/restore-focus.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Icon } from '#/ui/icon.tsx'
import { Kbd } from '#/ui/kbd.tsx'
import text from '#/ui/text.module.css'
import type { Command } from './command.ts'
import styles from './command-menu.module.css'
import { findCommands, parseTyped } from './find.ts'
import { Marked } from './marked.tsx'
import { useCommands } from './use-commands.ts'

/**
 * Finds pages, numbers, operators and actions by typing. The focus stays in the field, and the
 * arrow keys choose an entry, as in a combobox.
 */
export function CommandMenu({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('command')
  const navigate = useNavigate()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  const { text: query } = parseTyped(typed)
  const found = findCommands(useCommands(query), typed)
  const all = found.flatMap(({ commands }) => commands)
  // By its id, because results of the server may arrive above it.
  const chosen = Math.max(
    0,
    all.findIndex(({ id: of }) => of === chosenId),
  )
  const current = all[chosen]
  useRestoreFocus(dialog)

  useEffect(() => {
    const element = dialog.current
    // A press beside the menu closes it, too.
    element?.setAttribute('closedby', 'any')
    if (element && !element.open) element.showModal()
    return () => element?.close()
  }, [])

  const optionId = ({ id: of }: Command) => `${id}-${of.replaceAll(/\W/g, '-')}`
  const currentId = current && optionId(current)

  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  function run({ does }: Command) {
    onClose()
    if (typeof does === 'function') does()
    else void navigate(does)
  }

  function pressKey(event: KeyboardEvent) {
    // An input method uses these keys to compose a syllable.
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && all.length > 0) {
      event.preventDefault()
      setChosenId(all[(chosen + step + all.length) % all.length]?.id)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (current) run(current)
    }
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={t('title')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={onClose}
    >
      <div className={styles.content}>
        <div className={styles.search}>
          <Icon name="search" size={20} />
          <input
            className={styles.input}
            role="combobox"
            aria-label={t('search')}
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={currentId}
            autoComplete="off"
            spellCheck={false}
            placeholder={t('search')}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setChosenId(undefined)
            }}
            onKeyDown={pressKey}
          />
          <button type="button" className={styles.close} onClick={onClose}>
            {t('common:close')}
          </button>
        </div>
        <p className={text.unseen} role="status">
          {t('count', { count: all.length })}
        </p>
        <div id={`${id}-list`} className={styles.list} role="listbox" aria-label={t('results')}>
          {found.map(({ group, commands }) => (
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <div id={`${id}-${group}`} className={styles.group}>
                {t(`groups.${group}`)}
              </div>
              {commands.map((command) => (
                <div
                  key={command.id}
                  id={optionId(command)}
                  className={styles.option}
                  role="option"
                  aria-selected={command === current}
                  tabIndex={-1}
                  onMouseMove={() => setChosenId(command.id)}
                  onClick={() => run(command)}
                  onKeyDown={pressKey}
                >
                  <Icon name={command.icon} />
                  <span className={styles.name}>
                    <Marked text={command.name} part={query} />
                  </span>
                  {command.note && <span className={styles.note}>{command.note}</span>}
                  {command === current && (
                    <span className={styles.enter} aria-hidden="true">
                      <Kbd>Enter</Kbd>
                    </span>
                  )}
                </div>
              ))}
            </div>
          ))}
        </div>
        {all.length === 0 && <p className={styles.nothing}>{t('nothing', { text: query })}</p>}
        <p className={styles.keys} aria-hidden="true">
          <span>
            <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('keys.move')}
          </span>
          <span>
            <Kbd>Enter</Kbd> {t('keys.open')}
          </span>
          <span>
            <Kbd>&gt;</Kbd> {t('keys.actions')}
          </span>
          <span>
            <Kbd>Esc</Kbd> {t('keys.close')}
          </span>
        </p>
      </div>
    </dialog>
  )
}
