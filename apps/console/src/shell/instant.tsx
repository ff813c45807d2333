import { useTranslation } from '#/lib/i18n.ts'
import { timesOf, unbroken } from '#/lib/times.ts'

type InstantProps = { at: string; precision?: 'minute' | 'second' }

/** Shows an instant in programme time, UTC and the device's time. */
export function Instant({ at, precision = 'minute' }: InstantProps) {
  const { t } = useTranslation()
  return <time dateTime={at}>{unbroken(t('threeTimes', timesOf(at, precision)))}</time>
}
