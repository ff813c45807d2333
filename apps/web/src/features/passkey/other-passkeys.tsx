import { passkeyEndpoints } from '@solstice/contract/passkey.endpoints'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#/lib/api.ts'
import { messageOf } from '@solstice/ui/api-error.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { Cancelled, useAction } from '#/lib/use-action.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { Button, buttonClass } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Notice } from '#/ui/notice.tsx'
import { Row, Tile, rowTextClass } from '#/ui/rows.tsx'
import text from '#/ui/text.module.css'
import styles from './passkey-setting.module.css'
import { usePasskey } from './store.ts'

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) =>
    (await call(passkeyEndpoints['passkey.list'], {}, { signal })).list,
})

type OtherPasskeysProps = {
  promptForPin: (purpose: 'PASSKEY_REMOVE') => Promise<{ pinToken: string } | undefined>
}

/** Lists the passkeys of the member's other phones, for removal after a loss. */
export function OtherPasskeys({ promptForPin }: OtherPasskeysProps) {
  const { t } = useTranslation('passkey')
  const queries = useQueryClient()
  const own = usePasskey((state) => state.passkey?.credentialId)
  const query = useQuery(passkeysQuery)
  const [hasRemoved, setRemoved] = useState(false)

  const { run: remove, running: removing } = useAction({
    call: async (credentialId: string) => {
      const entered = await promptForPin('PASSKEY_REMOVE')
      if (!entered) throw new Cancelled()
      const { pinToken } = entered
      await call(passkeyEndpoints['passkey.remove'], { params: { credentialId } }, { pinToken })
    },
    texts: { failed: (error) => messageOf(error, t('removeFailed')) },
    refresh: () => void queries.invalidateQueries(passkeysQuery),
    onDone: () => setRemoved(true),
  })

  const others = (query.data ?? []).filter(({ credentialId }) => credentialId !== own)
  return (
    <>
      {(query.error || query.fetchStatus === 'paused') && (
        <Row>
          <Loaded query={query} skeleton={null} failed={t('loadFailed')}>
            {() => null}
          </Loaded>
        </Row>
      )}
      {others.map(({ credentialId, createdAt }) => (
        <Row key={credentialId}>
          <div className={rowTextClass}>
            <Tile icon="phone" />
            <span className={styles.text}>
              <span className={text.strong}>{t('other')}</span>
              <span className={classNames(text.small, text.soft)}>
                {t('addedAt', { time: formatOwnMinute(createdAt) })}
              </span>
            </span>
            <Button
              variant="quiet"
              isCompact
              isBusy={removing === credentialId}
              aria-label={t('removeOther', { time: formatOwnMinute(createdAt) })}
              onClick={() => void remove(credentialId)}
            >
              {t('remove')}
            </Button>
          </div>
        </Row>
      ))}
      {hasRemoved && (
        <Row>
          <PhoneStillLoggedIn />
        </Row>
      )}
    </>
  )
}

/** Only the server's list is shorter; the phone itself keeps its passkey and its session. */
export function PhoneStillLoggedIn() {
  const { t } = useTranslation('passkey')
  return (
    <Notice
      role="status"
      title={t('removed')}
      action={
        <Link to="/more/my-page" className={buttonClass('quiet', true)}>
          {t('seeDevices')}
        </Link>
      }
    >
      {t('stillLoggedIn')}
    </Notice>
  )
}
