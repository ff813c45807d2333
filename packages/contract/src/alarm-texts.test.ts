import { ALARM_RULES } from '@solstice/rules/alarm'
import { expect, test } from 'vitest'
import { alarmText } from './alarm-texts.ts'

const NAMES = [
  'season',
  'percent',
  'spins',
  'p',
  'mission',
  'left',
  'limit',
  'product',
  'stock',
  'count',
  'chainId',
  'symbol',
  'kind',
  'seconds',
  'perMinute',
  'dropped',
  'all',
  'problems',
  'entry',
  'name',
  'today',
  'mean',
]
const values = Object.fromEntries(NAMES.map((name) => [name, `<${name}>`]))
const named = (text: string) => new Set(Array.from(text.matchAll(/<(\w+)>/g), ([, name]) => name))

test.each(ALARM_RULES)('%s names the same values in both languages', (rule) => {
  const [en, ko] = [alarmText(rule, values, 'en'), alarmText(rule, values, 'ko')]

  expect(named(ko)).toEqual(named(en))
  expect(ko).toMatch(/[가-힣]/)
  expect(`${en}${ko}`).not.toMatch(/[{}]/)
})

test('writes counts with separators and probabilities as they are', () => {
  expect(
    alarmText('WHEEL_ODDS', { season: 'The Long Night', spins: 219_285, p: 0.00042 }, 'en'),
  ).toBe('The Long Night: the wheel deviates from its declared odds (219,285 spins, p = 0.00042).')
})
