import { DAY_VALUES, REQUEST_RATES } from '@solstice/rules/connection/limits'
import type { SiteLimits } from '@solstice/rules/connection/limits'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Row, Rows } from '#/ui/rows.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import { SwitchRow } from '#/ui/switch.tsx'
import text from '#/ui/text.module.css'
import { formatLimit } from './amounts.ts'
import styles from './connections.module.css'
import type { Engine } from './engine.ts'
import { formatInstant } from './instants.ts'
import type { Session } from './record.ts'

type SiteSheetProps = { session: Session; engine: Engine; onClose: () => void }

/** Shows a connected site with its limits, and disconnects it. */
export function SiteSheet({ session, engine, onClose }: SiteSheetProps) {
  const { t } = useTranslation('connect')
  const { isBusy, run } = useBusy()
  const { site, limits, topic } = session
  const change = (changed: Partial<SiteLimits>) =>
    void engine.setLimits(topic, { ...limits, ...changed })

  async function disconnect(): Promise<void> {
    await engine.disconnect(session)
    onClose()
    showToast(t('site.disconnected', { site: site.host }), { tone: 'done' })
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={site.host}
      actions={
        <Button variant="quiet" isBusy={isBusy} onClick={() => void run(disconnect)}>
          {t('site.disconnect')}
        </Button>
      }
    >
      <div className={styles.page}>
        <p className={classNames(text.small, text.soft)}>
          {site.name !== site.host && `${site.name} · `}
          {t('connectedAt', { time: formatInstant(session.connectedAtMs) })}
          {' · '}
          {t('site.until', { time: formatInstant(session.expiresAtMs) })}
        </p>
        <Choices
          legend={t('site.rate')}
          name="rate"
          options={REQUEST_RATES.map((rate) => [rate, String(rate)])}
          chosen={limits.requestsPerMinute}
          onChoose={(requestsPerMinute) => change({ requestsPerMinute })}
        />
        <Choices
          legend={t('site.perDay')}
          name="per-day"
          options={DAY_VALUES.map((usd) => [
            usd,
            usd === null ? t('site.noLimit') : formatLimit(usd),
          ])}
          chosen={limits.usdPerDay}
          onChoose={(usdPerDay) => change({ usdPerDay })}
        />
        <p className={classNames(text.small, text.soft)}>{t('site.perDayHint')}</p>
        <Rows>
          <Row>
            <SwitchRow
              label={t('site.pause')}
              note={t('site.pauseNote')}
              isOn={limits.isPaused}
              onChange={(isPaused) => change({ isPaused })}
            />
          </Row>
        </Rows>
      </div>
    </Sheet>
  )
}

type ChoicesProps<Value> = {
  legend: string
  name: string
  options: readonly (readonly [value: Value, label: string])[]
  chosen: Value
  onChoose: (value: Value) => void
}

function Choices<Value extends number | null>(props: ChoicesProps<Value>) {
  return (
    <fieldset className={styles.limits}>
      <legend className={classNames(text.small, text.soft)}>{props.legend}</legend>
      <div className={styles.choices}>
        {props.options.map(([value, label]) => (
          <label key={label} className={styles.choice}>
            <input
              type="radio"
              name={props.name}
              className={text.unseen}
              checked={value === props.chosen}
              onChange={() => props.onChoose(value)}
            />
            <span className={text.number}>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
