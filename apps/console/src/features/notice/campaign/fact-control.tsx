import { currentLanguage } from '@solstice/ui/language.ts'
import { serverNow } from '@solstice/ui/time.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { rangeOfDay } from '#/lib/times.ts'
import type { CampaignSeason } from '#/features/notice/api.ts'
import { toTyped } from '#/lib/typed-time.ts'
import styles from './audience.module.css'
import { withLine } from './facts.ts'
import type { Audience, Fact, Facts, Line } from './facts.ts'

/** Returns the value with which a sentence begins; undefined if there is nothing to choose. */
export function firstValue(
  fact: Fact,
  seasons: readonly CampaignSeason[],
): Facts[Fact] | undefined {
  const today = rangeOfDay(toTyped(new Date(serverNow()).toISOString()).slice(0, 10))?.from
  switch (fact) {
    case 'seasonId':
      return seasons[0]?.seasonId
    case 'tierId':
      return seasons[0]?.tiers.at(-1)?.tierId
    case 'language':
      return 'ko'
    case 'wallet':
      return 'no'
    case 'bought':
      return 'yes'
    case 'joinedFrom':
    case 'joinedBefore':
    case 'lastCheckInBefore':
      return today
  }
}

type FactControlProps = {
  line: Line
  audience: Audience
  onAudience: (audience: Audience) => void
  seasons: readonly CampaignSeason[]
}

/** Renders one sentence with its value as a control. */
export function FactControl({ line, audience, onAudience, seasons }: FactControlProps) {
  const { t } = useTranslation('campaign')
  const { fact, isExcluded } = line
  const facts = isExcluded ? audience.exclude : audience.audience
  const look = isExcluded ? styles.excluded : styles.value
  // Without a value the text keeps its place for it, where the control goes.
  const [before = '', after = ''] = t(`facts.${fact}.sentence`).split('{{value}}')
  const change = (value: Facts[Fact]) => onAudience(withLine(audience, line, fact, value))
  const name = t(`facts.${fact}.name`)
  return (
    <span className={styles.sentence}>
      {before !== '' && <span>{before}</span>}
      {isDay(fact) ? (
        <input
          type="date"
          className={look}
          aria-label={name}
          value={facts[fact] === undefined ? '' : toTyped(facts[fact]).slice(0, 10)}
          onChange={(event) => {
            const day = rangeOfDay(event.target.value)
            if (day) change(day.from)
          }}
        />
      ) : (
        <select
          className={look}
          aria-label={name}
          value={String(facts[fact])}
          onChange={(event) => change(chosen(fact, event.target.value))}
        >
          {optionsOf(fact, seasons, t).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
      {after !== '' && <span>{after}</span>}
    </span>
  )
}

const DAYS = ['joinedFrom', 'joinedBefore', 'lastCheckInBefore'] as const
const isDay = (fact: Fact): fact is (typeof DAYS)[number] => DAYS.some((day) => day === fact)

type Choosable = Exclude<Fact, (typeof DAYS)[number]>

function chosen(fact: Choosable, value: string): Facts[Fact] {
  switch (fact) {
    case 'seasonId':
    case 'tierId':
      return Number(value)
    case 'language':
      return value === 'ko' ? 'ko' : 'en'
    case 'wallet':
    case 'bought':
      return value === 'yes' ? 'yes' : 'no'
  }
}

function optionsOf(
  fact: Choosable,
  seasons: readonly CampaignSeason[],
  t: ReturnType<typeof useTranslation<'campaign'>>['t'],
): (readonly [value: string, label: string])[] {
  const language = currentLanguage()
  switch (fact) {
    case 'seasonId':
      return seasons.map(({ seasonId, title }) => [String(seasonId), title[language]])
    case 'tierId':
      return seasons.flatMap(({ title, tiers }) =>
        tiers.map(
          ({ tierId, name }) => [String(tierId), `${title[language]}: ${name[language]}`] as const,
        ),
      )
    case 'language':
      return [
        ['ko', t('facts.language.ko')],
        ['en', t('facts.language.en')],
      ]
    case 'wallet':
      return [
        ['yes', t('facts.wallet.yes')],
        ['no', t('facts.wallet.no')],
      ]
    case 'bought':
      return [
        ['yes', t('facts.bought.yes')],
        ['no', t('facts.bought.no')],
      ]
  }
}
