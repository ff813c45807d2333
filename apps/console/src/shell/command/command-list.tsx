import type { KeyboardEvent } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { Icon } from '#/ui/icon.tsx'
import { Kbd } from '#/ui/kbd.tsx'
import type { Command } from './command.ts'
import styles from './command-menu.module.css'
import type { Found } from './find.ts'
import { Marked } from './marked.tsx'

type CommandListProps = {
  /** The id of the listbox, from which the ids of its options are made. */
  id: string
  found: readonly Found[]
  current: Command | undefined
  /** The typed text, which is marked in the names. */
  text: string
  onChoose: (command: Command) => void
  onRun: (command: Command) => void
  onKeyDown: (event: KeyboardEvent) => void
}

export const optionId = (listId: string, { id }: Command) =>
  `${listId}-${id.replaceAll(/\W/g, '-')}`

/** Lists the entries by group as the listbox of the field. */
export function CommandList(props: CommandListProps) {
  const { id, found, current, text, onChoose, onRun, onKeyDown } = props
  const { t } = useTranslation('command')
  return (
    <div id={id} className={styles.list} role="listbox" aria-label={t('results')}>
      {found.map(({ group, commands }) => (
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <div id={`${id}-${group}`} className={styles.group}>
            {commands[0]?.heading ?? t(`groups.${group}`)}
          </div>
          {commands.map((command) => (
            <div
              key={command.id}
              id={optionId(id, command)}
              className={styles.option}
              role="option"
              aria-selected={command === current}
              tabIndex={-1}
              onMouseMove={() => onChoose(command)}
              onClick={() => onRun(command)}
              onKeyDown={onKeyDown}
            >
              <Icon name={command.icon} />
              <span className={styles.name}>
                <Marked text={command.name} part={text} />
              </span>
              {command.note && (
                <span className={styles.note}>
                  <Marked text={command.note} part={text} />
                </span>
              )}
              {command === current && (
                <span className={styles.enter} aria-hidden="true">
                  <Kbd>{command.does ? 'Enter' : 'Tab'}</Kbd>
                </span>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
