import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Icon } from '#/ui/icon.tsx'
import type { CampaignSeason, Reach } from '#/features/notice/api.ts'
import styles from './audience.module.css'
import { FACTS, linesOf, withLine } from './facts.ts'
import type { Audience, Fact, Line } from './facts.ts'
import { FactControl, firstValue } from './fact-control.tsx'

type AudienceBuilderProps = {
  audience: Audience
  onAudience: (audience: Audience) => void
  seasons: readonly CampaignSeason[]
  /** The count of the shown audience; undefined until it is known. */
  reach: Reach | undefined
}

/** Builds an audience from sentences, each with the members that are left after it. */
export function AudienceBuilder({ audience, onAudience, seasons, reach }: AudienceBuilderProps) {
  const { t } = useTranslation('campaign')
  const lines = linesOf(audience)
  const countOf = ({ fact, isExcluded }: Line) =>
    reach?.lines.find((line) => line.fact === fact && line.isExcluded === isExcluded)?.members
  return (
    <>
      <ol className={styles.lines}>
        {lines.length === 0 && <li className={styles.line}>{t('everybody')}</li>}
        {lines.map((line, index) => (
          <li key={`${line.fact} ${line.isExcluded}`} className={styles.line}>
            <span className={styles.joint}>
              {line.isExcluded ? t('butNot') : index === 0 ? t('members') : t('and')}
            </span>
            <FactControl
              line={line}
              audience={audience}
              onAudience={onAudience}
              seasons={seasons}
            />
            <span className={styles.count}>
              <Count value={countOf(line)} isEstimate={reach?.isEstimate === true} />
            </span>
            <button
              type="button"
              className={styles.remove}
              aria-label={t('remove', { fact: t(`facts.${line.fact}.name`) })}
              onClick={() => onAudience(withLine(audience, line, line.fact, undefined))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ol>
      <div className={styles.adds}>
        <AddFact
          label={t('narrow')}
          audience={audience}
          seasons={seasons}
          isExcluded={false}
          onAudience={onAudience}
        />
        <AddFact
          label={t('exclude')}
          audience={audience}
          seasons={seasons}
          isExcluded
          onAudience={onAudience}
        />
      </div>
    </>
  )
}

function Count({ value, isEstimate }: { value: number | undefined; isEstimate: boolean }) {
  const { t } = useTranslation('campaign')
  if (value === undefined) return '…'
  return isEstimate ? t('about', { count: formatNumber(value) }) : formatNumber(value)
}

type AddFactProps = Pick<AudienceBuilderProps, 'audience' | 'seasons' | 'onAudience'> & {
  label: string
  isExcluded: boolean
}

/** Offers the facts that the audience does not name yet. */
function AddFact({ label, audience, seasons, isExcluded, onAudience }: AddFactProps) {
  const { t } = useTranslation('campaign')
  const named = isExcluded ? audience.exclude : audience.audience
  const free = FACTS.filter(
    (fact) => named[fact] === undefined && firstValue(fact, seasons) !== undefined,
  )
  const add = (fact: Fact) =>
    onAudience(withLine(audience, { isExcluded }, fact, firstValue(fact, seasons)))
  return (
    <span className={styles.add}>
      <Icon name={isExcluded ? 'stop' : 'plus'} />
      <select
        aria-label={label}
        value=""
        onChange={(event) => {
          const fact = free.find((each) => each === event.target.value)
          if (fact) add(fact)
        }}
      >
        <option value="">{label}</option>
        {free.map((fact) => (
          <option key={fact} value={fact}>
            {t(`facts.${fact}.name`)}
          </option>
        ))}
      </select>
    </span>
  )
}
