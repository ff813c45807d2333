import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { operatorAuthEndpoints as auth } from '@solstice/contract/operator-auth.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { classNames } from '@solstice/ui/class-names.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/query-client.ts'
import { formatMinute } from '#/lib/times.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Instant } from '#/shell/instant.tsx'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import rows from '#/ui/rows.module.css'
import text from '#/ui/text.module.css'

type Token = CallData<'operatorAuth.tokens'>['list'][number]
type Asking = { action: 'rotate' | 'disable'; token: Token }

const QUERY_KEY = ['tokens']
/** Early enough to put a new token into the machine on a working day. */
const EXPIRES_SOON_MS = 14 * 24 * 3_600_000

const readTokens = () => void queryClient.invalidateQueries({ queryKey: QUERY_KEY })

/** Lists the machine tokens for which the person is responsible, and rotates or disables them. */
export function Tokens() {
  const { t } = useTranslation('me')
  const [asking, setAsking] = useState<Asking>()
  const [issued, setIssued] = useState<{ name: string; token: string }>()
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => call(auth['operatorAuth.tokens'], {}, { signal }),
  })
  const close = () => setAsking(undefined)
  return (
    <Panel title={t('tokens')} isFlush>
      <Loaded query={query} endpoint={auth['operatorAuth.tokens']} failed={t('tokensFailed')}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty message={t('noTokens')} />
          ) : (
            <ul className={classNames(rows.rows, rows.stacked)}>
              {list.map((token) => (
                <TokenRow
                  key={token.operatorId}
                  token={token}
                  onAsk={(action) => setAsking({ action, token })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {asking?.action === 'rotate' && (
        <RotateToken
          token={asking.token}
          onClose={close}
          onDone={(token) => {
            close()
            readTokens()
            setIssued({ name: asking.token.name, token })
          }}
        />
      )}
      {asking?.action === 'disable' && <DisableToken token={asking.token} onClose={close} />}
      {issued && (
        <Dialog
          // The token comes once, so Escape does not close it.
          title={t('operators:tokenTitle', { name: issued.name })}
          actions={
            <Button tone="primary" onClick={() => setIssued(undefined)}>
              {t('common:close')}
            </Button>
          }
        >
          <Note tone="warn">{t('operators:tokenNote')}</Note>
          <code>{issued.token}</code>
        </Dialog>
      )}
    </Panel>
  )
}

type TokenRowProps = { token: Token; onAsk: (action: Asking['action']) => void }

function TokenRow({ token, onAsk }: TokenRowProps) {
  const { t } = useTranslation('me')
  const now = useNow()
  const { name, role, expiresAt, lastSeenAt } = token
  const expiresSoon = Date.parse(expiresAt) - now < EXPIRES_SOON_MS
  return (
    <li>
      <span className={rows.grow}>
        <b>{name}</b>
        <br />
        <span className={classNames(text.small, text.soft)}>
          {lastSeenAt
            ? t('tokenSeen', { role: t(`roles:${role}`), time: formatMinute(lastSeenAt) })
            : t('tokenUnused', { role: t(`roles:${role}`) })}
        </span>
      </span>
      <Badge tone={expiresSoon ? 'warn' : 'plain'} icon={expiresSoon ? 'alert' : 'clock'}>
        {t('tokenUntil', { time: formatMinute(expiresAt) })}
      </Badge>
      <span className={rows.buttons}>
        <Button
          size="small"
          icon="retry"
          aria-label={t('rotateNamed', { name })}
          onClick={() => onAsk('rotate')}
        >
          {t('rotate')}
        </Button>
        <Button
          size="small"
          tone="risk"
          aria-label={t('disableNamed', { name })}
          onClick={() => onAsk('disable')}
        >
          {t('disable')}
        </Button>
      </span>
    </li>
  )
}

type RotateTokenProps = { token: Token; onDone: (token: string) => void; onClose: () => void }

function RotateToken({ token: { operatorId, name, expiresAt }, ...on }: RotateTokenProps) {
  const { t } = useTranslation('me')
  return (
    <Confirm
      level="C3"
      hasNoReason
      title={t('rotateTitle', { name })}
      action={t('rotateAction', { name })}
      effect={[
        [t('machine'), name],
        [t('expires'), <Instant key="expires" at={expiresAt} />],
      ]}
      note={t('rotateNote')}
      run={({ idempotencyKey }) =>
        call(auth['operatorAuth.rotateToken'], { params: { operatorId } }, { idempotencyKey })
      }
      onDone={({ token }) => on.onDone(token)}
      onClose={on.onClose}
    />
  )
}

function DisableToken({ token, onClose }: { token: Token; onClose: () => void }) {
  const { t } = useTranslation('me')
  const { operatorId, name, role } = token
  return (
    <Confirm
      level="C3"
      hasNoReason
      isDanger
      title={t('disableTitle', { name })}
      action={t('disableAction', { name })}
      effect={[
        [t('machine'), name],
        [t('role'), t(`roleRights.${role}`)],
      ]}
      note={t('disableNote')}
      typed={{ label: t('typeMachine', { name }), expected: name }}
      run={({ idempotencyKey }) =>
        call(auth['operatorAuth.revokeToken'], { params: { operatorId } }, { idempotencyKey })
      }
      onDone={() => {
        onClose()
        readTokens()
        showToast(t('disabledToast', { name }))
      }}
      onClose={onClose}
    />
  )
}
