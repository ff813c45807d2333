import { expect, test } from 'vitest'
import type { Command } from './command.ts'
import { findCommands } from './find.ts'
import { numberIn } from './jumps.ts'

const command = (group: Command['group'], name: string, words: string[] = []): Command => ({
  id: name,
  group,
  icon: 'check',
  name,
  words,
  does: { to: '/' },
})
const COMMANDS = [
  command('pages', 'Audit', ['system audit']),
  command('pages', 'Health'),
  command('operators', 'astrid.lund'),
  command('actions', 'Verify the audit…', ['check chain']),
]
const namesFor = (typed: string) =>
  findCommands(COMMANDS, typed).map(({ group, commands }) => [
    group,
    ...commands.map(({ name }) => name),
  ])

test('offers pages and actions before anything is typed', () => {
  expect(namesFor('')).toEqual([
    ['pages', 'Audit', 'Health'],
    ['actions', 'Verify the audit…'],
  ])
})

test('ranks the matches of each group and leaves scattered letters out', () => {
  expect(namesFor('au')).toEqual([
    ['pages', 'Audit'],
    ['actions', 'Verify the audit…'],
  ])
  expect(namesFor('lund')).toEqual([['operators', 'astrid.lund']])
})

test('finds only actions after >, also by their other words', () => {
  expect(namesFor('>audit')).toEqual([['actions', 'Verify the audit…']])
  expect(namesFor('> chain')).toEqual([['actions', 'Verify the audit…']])
})

test('puts what the server found first, but a page whose whole name was typed above it', () => {
  const member: Command = { ...command('members', 'MinaHarbor'), isFound: true }
  const groups = (typed: string) =>
    findCommands([...COMMANDS, member], typed).map(({ group }) => group)

  expect(groups('au')).toEqual(['members', 'pages', 'actions'])
  expect(groups('AUDIT')).toEqual(['pages', 'members', 'actions'])
  expect(groups('> audit')).toEqual(['actions'])
})

test('offers only what the server found if nothing but filters is typed', () => {
  const payout: Command = { ...command('money', 'Payout 12'), isFound: true }

  expect(findCommands([...COMMANDS, payout], 'is:held')).toEqual([
    { group: 'money', commands: [payout] },
  ])
})

test.each([
  ['57', 57],
  [' #57 ', 57],
  ['approval 57', 57],
  ['감사 20,416', 20_416],
  ['0', undefined],
  ['57a', undefined],
  ['noah', undefined],
  ['9999999999999999', undefined],
])('the number in "%s" is %s', (text, number) => {
  expect(numberIn(text)).toBe(number)
})
