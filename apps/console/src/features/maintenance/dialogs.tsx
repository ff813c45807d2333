import { useState } from 'react'
import { maintenanceEndpoints } from '@solstice/contract/maintenance.endpoints'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Instant } from '#/shell/instant.tsx'
import { Choice } from '#/ui/choice.tsx'
import { Field, TextAreaField } from '#/ui/field.tsx'
import { Note } from '#/ui/note.tsx'
import { readMaintenance } from './api.ts'
import type { Maintenance } from './api.ts'
import styles from './maintenance.module.css'
import { MAINTENANCE_TEXT_MAX, minutesOf } from './state.ts'
import { toTyped, typedTime } from '#/lib/typed-time.ts'

type DialogProps = { maintenance: Maintenance; onClose: () => void }

const FIELDS = ['title', 'description'] as const
const LANGUAGES = ['en', 'ko'] as const

/** Switches maintenance on, plans it, or changes it. */
export function MaintenanceDialog({ maintenance, onClose }: DialogProps) {
  const { t } = useTranslation('maintenance')
  const [texts, setTexts] = useState({
    title: maintenance.title,
    description: maintenance.description,
  })
  const [isNow, setNow] = useState(maintenance.scheduledTime === null || maintenance.on)
  const [at, setAt] = useState(
    maintenance.scheduledTime === null ? '' : toTyped(maintenance.scheduledTime),
  )
  const [typedMinutes, setMinutes] = useState(String(maintenance.estimatedDuration ?? ''))
  const [announce, setAnnounce] = useState(maintenance.announced)

  const time = typedTime(at)
  const minutes = minutesOf(typedMinutes)
  const isLong = FIELDS.some((field) =>
    LANGUAGES.some((language) => texts[field][language].length > MAINTENANCE_TEXT_MAX),
  )
  // A maintenance that has begun keeps its start, from which its end is counted.
  const begun = maintenance.on ? maintenance.scheduledTime : null
  const scheduledTime = isNow ? begun : time.kind === 'valid' ? time.at : null
  const isReady = !isLong && minutes !== 'wrong' && (isNow || time.kind === 'valid')
  const action = isNow ? t('switchOn') : t('plan')
  return (
    <Confirm
      level="C2"
      title={t('onTitle')}
      action={action}
      isDanger
      effect={[
        [t('from'), scheduledTime === null ? t('now') : <Instant key="from" at={scheduledTime} />],
        [t('minutes'), typeof minutes === 'number' ? String(minutes) : t('unknown')],
        [t('announce'), t(announce ? 'yes' : 'no')],
      ]}
      note={t('onNote')}
      typed={{ label: t('typeWord', { word: t('word') }), expected: t('word') }}
      fields={(isChecked) => (
        <>
          <div className={styles.both}>
            {FIELDS.flatMap((field) =>
              LANGUAGES.map((language) => {
                const value = texts[field][language]
                const props = {
                  label: t(`fields.${field}.${language}`),
                  value,
                  onValue: (next: string) =>
                    setTexts({ ...texts, [field]: { ...texts[field], [language]: next } }),
                  help: t('length', {
                    count: String(value.length),
                    max: MAINTENANCE_TEXT_MAX,
                  }),
                  problem: value.length > MAINTENANCE_TEXT_MAX ? t('tooLong') : undefined,
                }
                const key = `${field} ${language}`
                return field === 'title' ? (
                  <Field key={key} {...props} />
                ) : (
                  <TextAreaField key={key} {...props} />
                )
              }),
            )}
          </div>
          <Choice
            label={t('from')}
            look="segments"
            value={isNow ? 'now' : 'at'}
            options={[
              ['now', t('now')],
              ['at', t('atTime')],
            ]}
            onValue={(next) => setNow(next === 'now')}
          />
          {!isNow && (
            <Field
              label={t('time')}
              type="datetime-local"
              value={at}
              onValue={setAt}
              problem={
                time.kind !== 'valid' && (isChecked || at !== '')
                  ? t(time.kind === 'past' ? 'past' : 'noTime')
                  : undefined
              }
            />
          )}
          <Field
            label={t('minutes')}
            inputMode="numeric"
            value={typedMinutes}
            onValue={setMinutes}
            help={t('minutesHelp')}
            problem={minutes === 'wrong' ? t('wrongMinutes') : undefined}
          />
          <label>
            <input
              type="checkbox"
              checked={announce}
              onChange={(event) => setAnnounce(event.target.checked)}
            />{' '}
            {t('announceHelp')}
          </label>
          {maintenance.externalProject !== null && (
            <Note tone="warn">{t('external', { project: maintenance.externalProject })}</Note>
          )}
        </>
      )}
      isReady={isReady}
      run={({ reason, idempotencyKey }) =>
        call(
          maintenanceEndpoints['maintenance.set'],
          {
            body: {
              enabled: true,
              ...texts,
              scheduledTime,
              estimatedDuration: typeof minutes === 'number' ? minutes : null,
              announce,
              reason,
            },
          },
          { idempotencyKey },
        )
      }
      onDone={() => {
        onClose()
        readMaintenance()
        showToast(t('saved'))
      }}
      onClose={onClose}
    />
  )
}

/** Lets members in again, or cancels a planned maintenance. */
export function OffDialog({ maintenance, onClose }: DialogProps) {
  const { t } = useTranslation('maintenance')
  const { on, announced, title, description } = maintenance
  return (
    <Confirm
      level="C1"
      title={t(on ? 'offTitle' : 'cancelTitle')}
      action={t(on ? 'switchOff' : 'cancelPlan')}
      effect={[[t('announce'), t(announced ? (on ? 'endIsSent' : 'isWithdrawn') : 'no')]]}
      note={t(on ? 'offNote' : 'cancelNote')}
      run={({ idempotencyKey }) =>
        call(
          maintenanceEndpoints['maintenance.set'],
          // The texts stay for the next time.
          { body: { enabled: false, title, description } },
          { idempotencyKey },
        )
      }
      onDone={() => {
        onClose()
        readMaintenance()
        showToast(t('saved'))
      }}
      onClose={onClose}
    />
  )
}
