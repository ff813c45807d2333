import { matchSorter, rankings } from 'match-sorter'
import { GROUPS } from './command.ts'
import type { Command, Group } from './command.ts'

/** A typed `>` asks for actions only. */
export function parseTyped(typed: string): { text: string; isActionsOnly: boolean } {
  const trimmed = typed.trimStart()
  const isActionsOnly = trimmed.startsWith('>')
  return { text: (isActionsOnly ? trimmed.slice(1) : trimmed).trim(), isActionsOnly }
}

export type Found = { group: Group; commands: Command[] }

/**
 * Returns the matching entries by group, the best of each group first. Without text, every page and
 * action is offered; operators and numbers have to be typed.
 */
export function findCommands(commands: readonly Command[], typed: string): Found[] {
  const { text, isActionsOnly } = parseTyped(typed)
  return GROUPS.filter((group) => !isActionsOnly || group === 'actions')
    .filter((group) => text !== '' || group === 'pages' || group === 'actions')
    .map((group) => {
      const own = commands.filter((command) => command.group === group)
      // A jump was made from the typed number, so it matches by itself.
      if (text === '' || group === 'jumps') return { group, commands: own }
      // Letters that are only scattered over a name are no match.
      const keys = ['name', (command: Command) => [...(command.words ?? [])]]
      return { group, commands: matchSorter(own, text, { keys, threshold: rankings.ACRONYM }) }
    })
    .filter(({ commands: found }) => found.length > 0)
}
