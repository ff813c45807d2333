import { useState } from 'react'
import { operatorAuthEndpoints as auth } from '@solstice/contract/operator-auth.endpoints'
import { classNames } from '@solstice/ui/class-names.ts'
import { call } from '#/lib/api.ts'
import { useAddressDialog } from '#/lib/dialog-address.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { meQuery, useMe } from '#/lib/me.ts'
import type { Me } from '#/lib/me.ts'
import { queryClient } from '#/lib/query-client.ts'
import { formatMinute } from '#/lib/times.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import { Panel } from '#/ui/panel.tsx'
import rows from '#/ui/rows.module.css'
import text from '#/ui/text.module.css'
import { NewFactor } from './new-factor.tsx'
import type { NewFactorOptions } from './new-factor.tsx'

type Factor = Me['factors'][number]

const readMe = () => queryClient.invalidateQueries(meQuery)

/** Lists the own passkeys and the password, and adds or removes them. */
export function Factors() {
  const { t } = useTranslation('me')
  const { factors } = useMe()
  const [removed, setRemoved] = useState<Factor>()
  const [isAdding, setAdding] = useAddressDialog('add-factor')
  const [options, setOptions] = useState<NewFactorOptions>()
  return (
    <Panel
      title={t('factors')}
      isFlush
      more={
        <Button size="small" icon="key" onClick={() => setAdding(true)}>
          {t('addFactor')}
        </Button>
      }
    >
      <ul className={classNames(rows.rows, rows.stacked)}>
        {factors.map((factor) => (
          <li key={factor.factorId}>
            <span className={rows.grow}>
              <b>{factor.label}</b>
              <br />
              <span className={`${text.small} ${text.soft}`}>
                {factor.lastUsedAt
                  ? t('lastUsed', { time: formatMinute(factor.lastUsedAt) })
                  : t('added', { time: formatMinute(factor.createdAt) })}
              </span>
            </span>
            <Badge icon={factor.kind === 'PASSKEY' ? 'passkey' : 'key'}>
              {t(`factorKinds.${factor.kind}`)}
            </Badge>
            <Button
              size="small"
              tone="risk"
              disabled={factors.length === 1}
              aria-label={t('removeNamed', { name: factor.label })}
              onClick={() => setRemoved(factor)}
            >
              {t('remove')}
            </Button>
          </li>
        ))}
      </ul>
      {removed && (
        <Confirm
          level="C3"
          hasNoReason
          isDanger
          title={t('removeTitle', { name: removed.label })}
          action={t('remove')}
          effect={[[t('factorsLeft'), factors.length - 1]]}
          note={t('removeNote')}
          run={() =>
            call(auth['operatorAuth.removeFactor'], { params: { factorId: removed.factorId } })
          }
          onDone={() => {
            setRemoved(undefined)
            showToast(t('removed'))
            void readMe()
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
      {isAdding && !options && (
        <Confirm
          level="C3"
          hasNoReason
          title={t('addTitle')}
          action={t('continue')}
          effect={[[t('factorsNow'), factors.length]]}
          note={t('addNote')}
          run={() => call(auth['operatorAuth.factorOptions'], {})}
          onDone={setOptions}
          onClose={() => setAdding(false)}
        />
      )}
      {options && (
        <Dialog
          title={t('addTitle')}
          onClose={() => {
            setOptions(undefined)
            setAdding(false)
          }}
        >
          <NewFactorInDialog
            options={options}
            onDone={() => {
              setOptions(undefined)
              setAdding(false)
              showToast(t('addedToast'))
              void readMe()
            }}
          />
        </Dialog>
      )}
    </Panel>
  )
}

function NewFactorInDialog({ options, onDone }: { options: NewFactorOptions; onDone: () => void }) {
  return (
    <NewFactor
      options={options}
      onCreate={async (body) => {
        await call(auth['operatorAuth.addFactor'], { body })
        onDone()
      }}
    />
  )
}
