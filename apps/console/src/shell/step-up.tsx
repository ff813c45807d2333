import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { operatorAuthEndpoints } from '@solstice/contract/operator-auth.endpoints'
import { messageOf } from '@solstice/ui/api-error.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { meQuery } from '#/lib/me.ts'
import { PasskeyCancelled, signWithPasskey } from '#/lib/passkey.ts'
import type { Assertion } from '#/lib/passkey.ts'
import { queryClient } from '#/lib/query-client.ts'
import { Button } from '#/ui/button.tsx'
import { Field } from '#/ui/field.tsx'
import { Note } from '#/ui/note.tsx'

/**
 * Confirms the person again: with a passkey, or with a code of the authenticator app. `onDone` runs
 * when the server accepts sensitive calls for the next five minutes.
 */
export function StepUp({
  needsPasskey,
  onDone,
}: {
  /** Offers no code, because the action needs a passkey. */
  needsPasskey: boolean
  onDone: () => void
}) {
  const { t } = useTranslation('stepUp')
  const { isBusy, run } = useBusy()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const { data, error } = useQuery({
    queryKey: ['step-up'],
    // Every challenge is used once.
    gcTime: 0,
    staleTime: Infinity,
    queryFn: () => call(operatorAuthEndpoints['operatorAuth.stepUpOptions'], {}),
  })

  function confirm(factor: () => Promise<{ passkey: Assertion } | { code: string }>) {
    void run(async () => {
      setProblem(undefined)
      try {
        const body = await factor()
        const me = await call(operatorAuthEndpoints['operatorAuth.stepUp'], { body })
        queryClient.setQueryData(meQuery.queryKey, (old) => old && { ...old, ...me })
        onDone()
      } catch (cause) {
        setProblem(
          cause instanceof PasskeyCancelled ? t('cancelled') : messageOf(cause, t('failed')),
        )
        await queryClient.invalidateQueries({ queryKey: ['step-up'] })
      }
    })
  }

  const passkey = data?.passkey
  return (
    <>
      <Note tone="accent">
        <b>{t('title')}</b> {t('note')}
      </Note>
      {passkey && (
        <Button
          tone="primary"
          size="large"
          icon="passkey"
          isBusy={isBusy}
          onClick={() => confirm(async () => ({ passkey: await signWithPasskey(passkey) }))}
        >
          {t('passkey')}
        </Button>
      )}
      {needsPasskey && (
        <Note tone="warn">
          {t('alone')} {data && !passkey && t('noPasskey')}
        </Note>
      )}
      {data?.totp && !needsPasskey && (
        <>
          <Field
            label={t('code')}
            value={code}
            onValue={(value) => setCode(value.replace(/\D/g, '').slice(0, 6))}
            inputMode="numeric"
            autoComplete="one-time-code"
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || code.length !== 6) return
              event.preventDefault()
              confirm(async () => ({ code }))
            }}
          />
          <Button
            size="large"
            disabled={code.length !== 6}
            isBusy={isBusy}
            onClick={() => confirm(async () => ({ code }))}
          >
            {t('useCode')}
          </Button>
        </>
      )}
      {(problem ?? error) && (
        <Note tone="bad" isLive>
          {problem ?? messageOf(error, t('failed'))}
        </Note>
      )}
    </>
  )
}
