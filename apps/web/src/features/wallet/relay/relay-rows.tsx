import { useState } from 'react'
import { shortAddress } from '#/features/wallet/address.ts'
import { useDisplay } from '#/features/wallet/display.ts'
import { Glyph } from '#/features/wallet/glyph.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { Icon } from '#/ui/icon.tsx'
import { Row, RowContent, Rows, rowTargetClass, Tile } from '#/ui/rows.tsx'
import text from '#/ui/text.module.css'
import type { SignedRelay } from './api.ts'
import { findStoredRelays } from './stored-relay.ts'
import { useFollowedRelay } from './use-followed-relay.ts'

export type RelayRowsProps = {
  userId: string
  nameOf: (address: string) => string | undefined
  onOpen: (body: SignedRelay) => void
}

/** Lists the sends that continue without their screen, each with its state. */
export function RelayRows({ userId, nameOf, onOpen }: RelayRowsProps) {
  const { t } = useTranslation('relay')
  // A send that has arrived meanwhile stays until the screen is left, so that its row can say so.
  const [stored] = useState(() => findStoredRelays(userId))
  return (
    <section aria-live="polite">
      <h2 className={text.unseen}>{t('rows.title')}</h2>
      <Rows>
        {stored.map(({ body }) => (
          <Row key={body.nonce}>
            <button type="button" className={rowTargetClass} onClick={() => onOpen(body)}>
              <RelayRow userId={userId} body={body} name={nameOf(body.recipient)} />
            </button>
          </Row>
        ))}
      </Rows>
    </section>
  )
}

type RelayRowProps = { userId: string; body: SignedRelay; name: string | undefined }

function RelayRow({ userId, body, name = shortAddress(body.recipient) }: RelayRowProps) {
  const { t } = useTranslation('relay')
  const { isHidden } = useDisplay()
  const { sent, state } = useFollowedRelay(userId, body, { isExplained: false })
  const label =
    sent && !isHidden
      ? t('rows.amount', { amount: sent.amount, symbol: sent.symbol, name })
      : t('rows.to', { name })
  return (
    <RowContent
      tile={
        <Tile>
          {state === 'underway' ? (
            <Glyph name="send" size={20} />
          ) : (
            <Icon name={state === 'done' ? 'check' : 'alert'} size={20} />
          )}
        </Tile>
      }
      label={label}
      note={t(`rows.${state}`)}
    />
  )
}
