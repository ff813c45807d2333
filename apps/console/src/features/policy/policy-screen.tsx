import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { approvalEndpoints } from '@solstice/contract/approval.endpoints'
import { formatNumber } from '@solstice/ui/format.ts'
import { History } from '#/shell/history/history.tsx'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { Columns, Page } from '#/shell/page.tsx'
import { Button } from '#/ui/button.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import { ChangeLimit } from './change-limit.tsx'
import { POLICY_GROUPS, unitOf } from './policy-fields.ts'
import type { Policy, PolicyField, PolicyGroup } from './policy-fields.ts'
import styles from './policy-screen.module.css'

export const policyQuery = queryOptions({
  queryKey: ['policy'],
  queryFn: ({ signal }) => call(approvalEndpoints['approval.policy'], {}, { signal }),
})

/** Explains up to which amounts one operator acts alone, and lets owners change them. */
export function PolicyScreen() {
  const { t } = useTranslation('policy')
  const query = useQuery(policyQuery)
  // Outside the list: an open dialog stays while the limits are read again.
  const [asking, setAsking] = useState<{ field: PolicyField; present: number }>()
  return (
    <Page title={t('title')}>
      <Note icon="people">{t('intro')}</Note>
      <Columns
        main={
          <Loaded
            query={query}
            endpoint={approvalEndpoints['approval.policy']}
            failed={t('failed')}
          >
            {(policy) =>
              (Object.keys(POLICY_GROUPS) as PolicyGroup[]) // The table has no other keys.
                .map((group) => (
                  <Panel key={group} title={t(`groups.${group}`)} isFlush>
                    <Limits
                      policy={policy}
                      fields={POLICY_GROUPS[group]}
                      onChange={(field) => setAsking({ field, present: policy[field] })}
                    />
                  </Panel>
                ))
            }
          </Loaded>
        }
        beside={<History subjects={[['approval-policy', t('title')]]} />}
      />
      {asking && <ChangeLimit {...asking} onClose={() => setAsking(undefined)} />}
    </Page>
  )
}

type LimitsProps = {
  policy: Policy
  fields: readonly PolicyField[]
  onChange: (field: PolicyField) => void
}

function Limits({ policy, fields, onChange }: LimitsProps) {
  const { t } = useTranslation('policy')
  const may = useMay()
  return (
    <ul>
      {fields.map((field) => (
        <li key={field} className={styles.limit}>
          <p className={styles.sentence}>
            {t(`sentences.${field}`, { text: formatNumber(policy[field]) })}
          </p>
          <b className={styles.figure}>
            {formatNumber(policy[field])} <span className={styles.unit}>{unitOf(field)}</span>
          </b>
          {may('approval.setPolicy') && (
            <Button
              size="small"
              aria-label={t('changeNamed', { name: t(`names.${field}`) })}
              onClick={() => onChange(field)}
            >
              {t('change')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
