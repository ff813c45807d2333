import { matchSorter, rankings } from 'match-sorter'
import { GROUPS } from './command.ts'
import type { Command, Group } from './command.ts'
import { parseTyped } from './typed.ts'

export type Found = { group: Group; commands: Command[] }

/**
 * Returns the matching entries by group, the best of each group first. Without text, every page and
 * action is offered. Results of the server stand first, but a page or an action whose whole name
 * was typed stands above them, so that it opens without waiting for the server.
 */
export function findCommands(commands: readonly Command[], typed: string): Found[] {
  const { text, query, isActionsOnly } = parseTyped(typed)
  const isEmpty = text === '' && query === ''
  const found = GROUPS.filter((group) => !isActionsOnly || group === 'actions')
    .filter((group) => !isEmpty || group === 'pages' || group === 'actions')
    .map((group) => {
      const own = commands.filter((command) => command.group === group)
      if (isEmpty) return { group, commands: own }
      const others = own.filter(({ isFound }) => !isFound)
      return {
        group,
        commands: [
          ...own.filter(({ isFound }) => isFound),
          // A filter alone matches no name.
          ...(text === '' ? [] : matching(others, text)),
        ],
      }
    })
    .filter(({ commands: each }) => each.length > 0)
  const named = found.filter(({ commands: each }) => each.some((command) => isNamed(command, text)))
  return [...named, ...found.filter((each) => !named.includes(each))]
}

/** Letters that are only scattered over a name are no match. */
const matching = (commands: readonly Command[], text: string): Command[] =>
  matchSorter(commands, text, {
    keys: ['name', ({ words }) => [...(words ?? [])]],
    threshold: rankings.ACRONYM,
  })

/** Returns whether the whole name of a command was typed. */
export function isNamed({ group, name, words = [] }: Command, text: string): boolean {
  const isOwn = group === 'jumps' || group === 'pages' || group === 'actions'
  const typed = text.toLowerCase()
  return isOwn && [name, ...words].some((each) => each.toLowerCase() === typed)
}
