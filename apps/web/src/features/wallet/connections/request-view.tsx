import { shownNames } from '@solstice/rules/connection/names'
import { checkRequest } from '@solstice/rules/connection/request'
import { useEffect, useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import type { RequestProps } from './answer.ts'
import { ClosedView } from './closed-view.tsx'
import { REFUSALS, refusalFor } from './refusals.ts'
import type { Refusal } from './refusals.ts'
import { scopeOf } from './session-changes.ts'
import { SignInRequest } from './sign-in-request.tsx'
import { TransactionRequest } from './transaction-request.tsx'
import { TypedDataRequest } from './typed-data-request.tsx'

/** Answers a request that cannot be signed; without the relay it expires on the site. */
async function close({ engine, session, request }: RequestProps, error: Refusal): Promise<void> {
  await engine.refuse(session, request, error).catch(() => undefined)
}

/** Shows a request of a site and returns the member's answer. */
export function RequestView(props: RequestProps) {
  const { back, request, engine, networks } = props
  const { t } = useTranslation('connect')
  // A timer drops the request when it expires.
  const [openedAtMs] = useState(() => Date.now())
  const { id, expiresAtMs, state } = request
  // Its own value counts from the claim on, and must not exceed the limit twice.
  const spent = props.session.spent.filter(({ requestId }) => requestId !== id)
  const session = { ...props.session, spent }

  useEffect(() => {
    const timer = setTimeout(() => void engine.dropExpired(), Math.max(0, expiresAtMs - Date.now()))
    return () => clearTimeout(timer)
  }, [engine, expiresAtMs])

  const closed = { back, site: session.site.host }
  if (state === 'interrupted') {
    return <ClosedView {...closed} why={state} onDone={() => close(props, REFUSALS.interrupted)} />
  }
  // The stored request is decided again: limits and networks may have changed meanwhile.
  const scope = scopeOf(
    session,
    networks.map(({ chainId }) => chainId),
  )
  const decision = checkRequest(request, scope, openedAtMs)
  const known = { ...props, session }
  switch (decision.kind) {
    case 'sign-in':
      return <SignInRequest {...known} decision={decision} />
    case 'transaction':
      return <TransactionRequest {...known} {...decision} />
    case 'typed-data':
      return <TypedDataRequest {...known} decision={decision} />
    case 'refused':
      return (
        <ClosedView {...closed} why="refused" onDone={() => close(props, refusalFor(decision.why))}>
          {t(`refused.${decision.why}`, { names: shownNames([request.method]).join() })}
        </ClosedView>
      )
  }
}
