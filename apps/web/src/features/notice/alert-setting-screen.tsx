import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { messageOf } from '@solstice/ui/api-error.ts'
import { useAction } from '#/lib/use-action.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Row, Rows } from '#/ui/rows.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { SwitchRow } from '#/ui/switch.tsx'
import text from '#/ui/text.module.css'
import styles from './alert-setting-screen.module.css'
import { changeSetting, settingsQuery } from './api.ts'
import { QuietHours } from './quiet-hours.tsx'

type AlertSettingScreenProps = {
  back: { label: string; onPress: () => void }
  /** The switch for notifications on this device. */
  device: ReactNode
  /** The missions with a reminder; empty without any. */
  missions: ReactNode
}

export function AlertSettingScreen({ back, device, missions }: AlertSettingScreenProps) {
  const { t } = useTranslation('notice')
  return (
    <Screen header={<ScreenHeader back={back} title={t('settings.title')} />}>
      <div className={styles.page}>
        <section>
          <h2 className={classNames(text.small, text.soft, styles.heading)}>
            {t('settings.device')}
          </h2>
          <Rows>
            <Row>{device}</Row>
          </Rows>
        </section>
        <section>
          <h2 className={classNames(text.small, text.soft, styles.heading)}>
            {t('settings.kinds')}
          </h2>
          <Kinds />
          <p className={classNames(text.small, text.faint, styles.note)}>
            {t('settings.security')}
          </p>
        </section>
        {missions && (
          <section>
            <h2 className={classNames(text.small, text.soft, styles.heading)}>
              {t('settings.missions')}
            </h2>
            {missions}
          </section>
        )}
        <QuietHours />
      </div>
    </Screen>
  )
}

function Kinds() {
  const { t } = useTranslation('notice')
  const queries = useQueryClient()
  const query = useQuery(settingsQuery)

  const { run: turn } = useAction({
    call: async ({ id, enabled }: { id: number; enabled: boolean }) => {
      const { queryKey } = settingsQuery
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, (list) =>
        list?.map((each) => (each.id === id ? { ...each, enabled } : each)),
      )
      try {
        await changeSetting(id, enabled)
      } catch (cause) {
        queries.setQueryData(queryKey, before)
        throw cause
      }
    },
    texts: { failed: (error) => messageOf(error, t('settings.saveFailed')) },
    isParallel: true,
  })

  return (
    <Loaded
      query={query}
      skeleton={<Skeleton isCard width="100%" height="521px" />}
      failed={t('settings.loadFailed')}
    >
      {(settings) => (
        <Rows>
          {settings.map(({ id, type, enabled }) => (
            <Row key={id}>
              <SwitchRow
                label={t(`settings.kind.${type}.label`)}
                note={t(`settings.kind.${type}.note`)}
                isOn={enabled}
                onChange={(isOn) => void turn({ id, enabled: isOn })}
              />
            </Row>
          ))}
        </Rows>
      )}
    </Loaded>
  )
}
