import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useRestoreFocus } from '@solstice/ui/restore-focus.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import { CommandList, optionId } from './command-list.tsx'
import type { Command } from './command.ts'
import styles from './command-menu.module.css'
import { FilterChips } from './filter-chips.tsx'
import { findCommands, isNamed } from './find.ts'
import { MenuFooter } from './menu-footer.tsx'
import { Peek } from './peek.tsx'
import { SearchFailed } from './search-failed.tsx'
import { parseTyped } from './typed.ts'
import { useCommands } from './use-commands.ts'
import { useSearch } from './use-search.ts'

/** The longest text that the server searches. */
const LONGEST_TEXT = 254

/**
 * Finds members, their payments, pages, operators and actions by typing. The focus stays in the
 * field, and the arrow keys choose an entry, as in a combobox.
 */
export function CommandMenu({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('command')
  const may = useMay()
  const navigate = useNavigate()
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const listId = `${id}-list`
  const [typed, setTyped] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  const [isPeeking, setPeeking] = useState(false)
  const [isOpening, setOpening] = useState(false)
  const { text: part, query } = parseTyped(typed)
  const search = useSearch(may('search.find') ? query : '')
  const { isSettled, error } = search
  const found = findCommands(useCommands(part, search.results), typed)
  const all = found.flatMap(({ commands }) => commands)
  // By its id, because results of the server may arrive above it.
  const chosen = Math.max(
    0,
    all.findIndex(({ id: of }) => of === chosenId),
  )
  const current = all[chosen]
  const currentId = current && optionId(listId, current)
  useRestoreFocus(dialog)

  useEffect(() => {
    const element = dialog.current
    // A press beside the menu closes it, too.
    element?.setAttribute('closedby', 'any')
    if (element && !element.open) element.showModal()
    return () => element?.close()
  }, [])

  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  function type(value: string) {
    setTyped(value)
    setChosenId(undefined)
    setPeeking(false)
    setOpening(false)
  }

  function run(command: Command) {
    const { does, id: of } = command
    setOpening(false)
    if (does === undefined) {
      setChosenId(of)
      setPeeking(true)
      return
    }
    onClose()
    if (typeof does === 'function') does()
    else void navigate(does)
  }

  const openFirst = useEffectEvent(() => {
    setOpening(false)
    if (current && error === null) run(current)
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the reply of the server is awaited
    if (isOpening && isSettled) openFirst()
  }, [isOpening, isSettled])

  /** Results of an earlier text may stand first, so Enter waits for those of the typed one. */
  function open(command: Command) {
    const isFinal = isSettled || command.id === chosenId || isNamed(command, part)
    if (isFinal) run(command)
    else setOpening(true)
  }

  const choose = (index: number) => setChosenId(all[(index + all.length) % all.length]?.id)

  function pressKey(event: KeyboardEvent) {
    // An input method uses these keys to compose a syllable.
    if (event.nativeEvent.isComposing) return
    const act = actionOf(event)
    if (!act) return
    event.preventDefault()
    act()
  }

  /** Returns what a key does; undefined leaves it to the browser. */
  function actionOf({ key, shiftKey }: KeyboardEvent): (() => void) | undefined {
    if (key === 'Escape' && isPeeking) return () => setPeeking(false)
    if (!current) return undefined
    switch (key) {
      case 'ArrowDown':
        return () => choose(chosen + 1)
      case 'ArrowUp':
        return () => choose(chosen - 1)
      case 'Home':
        return shiftKey ? undefined : () => choose(0)
      case 'End':
        return shiftKey ? undefined : () => choose(all.length - 1)
      case 'Enter':
        return () => open(current)
      case 'Tab':
        return shiftKey || !current.peek ? undefined : () => peek(current)
      default:
        return undefined
    }
  }

  function peek(command: Command) {
    // The panel stays with this entry when others arrive above it.
    setChosenId(command.id)
    setPeeking(!isPeeking)
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
            ref={field}
            className={styles.input}
            role="combobox"
            aria-label={t('search')}
            aria-expanded="true"
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={currentId}
            aria-busy={!isSettled}
            autoComplete="off"
            spellCheck={false}
            placeholder={t('search')}
            maxLength={LONGEST_TEXT}
            value={typed}
            onChange={(event) => type(event.target.value)}
            onKeyDown={pressKey}
          />
          <button type="button" className={styles.close} onClick={onClose}>
            {t('common:close')}
          </button>
          {may('search.find') && (
            <FilterChips
              typed={typed}
              onTyped={(next) => {
                type(next)
                field.current?.focus()
              }}
            />
          )}
        </div>
        <p className={text.unseen} role="status">
          {t('count', { count: all.length })}
        </p>
        <SearchFailed {...search} />
        <CommandList
          id={listId}
          found={found}
          current={current}
          text={part}
          onChoose={(command) => setChosenId(command.id)}
          onRun={run}
          onKeyDown={pressKey}
        />
        {all.length === 0 && isSettled && error === null && (
          <p className={styles.nothing}>
            <b>{t('nothing', { text: typed.trim() })}</b> {t(hintOf(may('operator.findMembers')))}
          </p>
        )}
        {isPeeking && current && <Peek command={current} />}
        <MenuFooter isSettled={isSettled} tookMs={search.tookMs} />
      </div>
    </dialog>
  )
}

/** Roles that may not read members find fewer kinds. */
const hintOf = (findsMembers: boolean) =>
  findsMembers ? 'searchable.withMembers' : 'searchable.withoutMembers'
