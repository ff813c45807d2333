import { shownNames } from '@solstice/rules/connection/names'
import { useEffect, useRef, useState } from 'react'
import { openWith } from '#/features/wallet/device/open-with.ts'
import type { Opener } from '#/features/wallet/device/opener.ts'
import type { Asset, Network } from '#/features/wallet/chain/networks.ts'
import { UnsureError } from '#/features/wallet/chain/broadcast.ts'
import { sendProblemText } from '#/features/wallet/chain/problem-text.ts'
import { useTranslation } from '#/lib/i18n.ts'
import type { Translate } from '#/lib/texts.ts'
import { showToast } from '#/lib/toast.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import type { Opening } from '#/vault/vault.ts'
import type { Engine } from './engine.ts'
import { RelayError } from './protocol/relay.ts'
import type { Session, Waiting } from './record.ts'
import { REFUSALS } from './refusals.ts'
import type { Refusal } from './refusals.ts'
import type { ClaimProblem, Moves } from './session-changes.ts'

export type Asked = { session: Session; request: Waiting }
/** The props of every request's screen. */
export type RequestProps = Asked & {
  back: { label: string; onPress: () => void }
  userId: string
  engine: Engine
  opener: Opener
  networks: readonly Network[]
  assets: readonly Asset[]
}

/** Thrown if a request may no longer be signed as it was shown; the screen says why. */
export class Withdrawn extends Error {
  override readonly name = 'Withdrawn'
}

export type By = 'pin' | 'passkey'

type Answering<Checked> = Asked & {
  engine: Engine
  opener: Opener
  network: string
  /** The text after success. */
  done: string
  /** Checks after the confirmation that the request still does what the member read. */
  check: () => Promise<Checked>
  /** Signs or sends, and returns what the site receives. It runs once per request. */
  sign: (opening: Opening, checked: Checked) => Promise<string>
  /** Counts towards the limit of the day; undefined for a request that moves nothing. */
  moves?: Moves | undefined
  /** The error that the site receives if the member refuses. */
  refusal?: Refusal
}

/** Signs for a site after the member confirmed it, and returns the result to the site. */
export function useAnswer<Checked>(answering: Answering<Checked>) {
  const { engine, opener, session, request, network } = answering
  const { t } = useTranslation('connect')
  const { t: tWallet } = useTranslation('wallet')
  const { isBusy, run } = useBusy()
  const [problem, setProblem] = useState<string>()
  const [hasPasskey, setHasPasskey] = useState(false)
  const isPromptingRef = useRef(false)

  useEffect(() => {
    void opener.canUsePasskey().then(setHasPasskey)
    // A request that closes takes its prompt with it.
    return () => {
      if (isPromptingRef.current) opener.dismiss()
    }
  }, [opener])

  async function answer(by: By): Promise<void> {
    setProblem(undefined)
    isPromptingRef.current = true
    const opening = await openWith(opener, by, () => setProblem(tWallet('problem.passkeyFailed')))
    isPromptingRef.current = false
    if (!opening) return
    let isClaimed = false
    try {
      const checked = await answering.check()
      const claim = await engine.claim(session, request, answering.moves)
      if (claim !== 'claimed') {
        setProblem(claimText(claim, request, t))
        return
      }
      isClaimed = true
      await reply(await answering.sign(opening, checked), answering.done)
    } catch (cause) {
      // It is stored and sent again; the hash is the same whenever it arrives.
      if (cause instanceof UnsureError) return reply(cause.sent.hash, undefined)
      // If this fails too, the request stays claimed and is not signed again.
      if (isClaimed) await engine.release(session, request).catch(() => undefined)
      const hasChanged = cause instanceof Withdrawn
      setProblem(hasChanged ? t('request.changed') : sendProblemText(cause, tWallet, network))
    }
  }

  /** Never throws, because the request is signed: it must not be offered again. */
  async function reply(result: string, done: string | undefined): Promise<void> {
    try {
      await engine.respond(session, request, result)
      if (done === undefined) showToast(t('request.unsure'), { tone: 'attention' })
      else showToast(done, { tone: 'done' })
    } catch (cause) {
      showToast(t('request.noReply', { site: session.site.host }), { tone: 'attention' })
      if (!(cause instanceof RelayError)) setProblem(t('closed.interrupted.title'))
    }
  }

  async function refuse(): Promise<void> {
    const refusal = answering.refusal ?? REFUSALS.request
    try {
      // A claimed request may have been sent, so it must not be reported as refused.
      await engine.refuse(
        session,
        request,
        request.state === 'open' ? refusal : REFUSALS.interrupted,
      )
    } catch (cause) {
      // Without the relay the request expires on the site; here it is answered.
      if (!(cause instanceof RelayError)) setProblem(tWallet('problem.storageFailed'))
    }
  }

  return {
    isBusy,
    problem,
    hasPasskey,
    confirm: (by: By) => void run(() => answer(by)),
    refuse: () => void run(refuse),
    refuseAll: () => void run(() => engine.pauseSite(session).catch(() => undefined)),
  }
}

function claimText(why: ClaimProblem, { method }: Waiting, t: Translate<'connect'>): string {
  if (why === 'taken') return t('closed.interrupted.title')
  if (why === 'ended') return t('closed.ended.title')
  if (why === 'account') return t('request.otherWallet')
  return t(`refused.${why}`, { names: shownNames([method]).join() })
}
