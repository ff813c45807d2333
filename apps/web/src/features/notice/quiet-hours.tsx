import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '@solstice/contract/wire'
import { useTranslation } from '#/lib/i18n.ts'
import { messageOf } from '@solstice/ui/api-error.ts'
import { useAction } from '#/lib/use-action.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Row, Rows } from '#/ui/rows.tsx'
import { SwitchRow } from '#/ui/switch.tsx'
import text from '#/ui/text.module.css'
import styles from './alert-setting-screen.module.css'
import { changeQuietHours, quietHoursQuery } from './api.ts'

/** Shows the member's quiet hours. Each change is sent with the time zone of the device. */
export function QuietHours() {
  const { t } = useTranslation('notice')
  const queries = useQueryClient()
  const { data: quiet } = useQuery(quietHoursQuery)

  const { run: change } = useAction({
    call: async (body: CallInput<'alert.changeQuietHours'>['body']) => {
      const { queryKey } = quietHoursQuery
      const before = queries.getQueryData(queryKey)
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
      try {
        queries.setQueryData(queryKey, (old) => old && { ...old, ...withoutUndefined(body) })
        queries.setQueryData(queryKey, await changeQuietHours({ ...body, timeZone }))
      } catch (cause) {
        queries.setQueryData(queryKey, before)
        throw cause
      }
    },
    texts: { failed: (error) => messageOf(error, t('settings.saveFailed')) },
    isParallel: true,
  })

  if (!quiet) return null
  return (
    <section>
      <Rows>
        <Row>
          <SwitchRow
            label={t('settings.quiet.label')}
            note={t('settings.quiet.note')}
            isOn={quiet.enabled}
            onChange={(enabled) => void change({ enabled })}
          />
          {quiet.enabled && (
            <div className={styles.times}>
              {(['from', 'to'] as const).map((end) => (
                <label key={end} className={classNames(text.small, text.soft, styles.time)}>
                  {t(`settings.quiet.${end}`)}
                  <input
                    type="time"
                    className={styles.input}
                    value={quiet[end]}
                    onChange={({ target }) => {
                      // The value may be empty while it is typed.
                      if (target.value) void change({ [end]: target.value.slice(0, 5) })
                    }}
                  />
                </label>
              ))}
            </div>
          )}
        </Row>
      </Rows>
      {quiet.enabled && (
        <p className={classNames(text.small, text.faint, styles.note)}>
          {t('settings.quiet.zone', { zone: quiet.timeZone.replaceAll('_', ' ') })}
        </p>
      )}
    </section>
  )
}

function withoutUndefined<Body extends object>(
  body: Body,
): { [Name in keyof Body]: NonNullable<Body[Name]> } {
  const given = Object.entries(body).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as { [Name in keyof Body]: NonNullable<Body[Name]> } // Undefined values were removed above.
}
