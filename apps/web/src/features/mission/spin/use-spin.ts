import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Code } from '@solstice/contract/codes'
import { codeOf } from '@solstice/ui/api-error.ts'
import { adoptKey, openRequests } from '#/lib/intent.ts'
import type { Intent } from '#/lib/intent.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { refreshProgramme } from '#/lib/programme-query.ts'
import { deviceStorage } from '#/lib/storage.ts'
import { showToast } from '#/lib/toast.ts'
import { useAction } from '#/lib/use-action.ts'
import { executeMission } from '#/features/mission/api.ts'
import type { DetailOf, ExecutedOf } from '#/features/mission/api.ts'
import { celebrate } from '#/features/mission/celebrate.ts'
import { momentOf } from '#/features/mission/moment-kind.ts'
import { refusalText } from '#/features/mission/refusal.ts'
import { checkShown, spinJournal, withShown } from './spin-journal.ts'
import type { SpinResult, SpinTry } from './spin-journal.ts'
import { isOwnSpinFair } from './verify-draw.ts'
import { randomFromSeed, restOf, slicesOf } from './wheel-geometry.ts'
import { WHEEL_MS } from './wheel.tsx'

/**
 * `sending` waits for the server, `turning` for the animation, `resting` for the refreshed mission,
 * `unanswered` for a retry.
 */
export type SpinState = 'ready' | 'sending' | 'turning' | 'resting' | 'unanswered'

/** These codes reject this very spin. After any other failure the spin may have been drawn. */
const DECISIONS: ReadonlySet<number | undefined> = new Set([
  Code.NO_SPINS_LEFT,
  Code.MISSION_UNAVAILABLE,
  Code.SEASON_NOT_OPEN,
  Code.NOT_FOUND,
  Code.INVALID_REQUEST,
])

/**
 * A spin is stored as an intent before it is sent, and sent again unchanged until a response
 * arrives. The result is stored before the wheel moves, so that a reload continues the animation.
 */
export function useSpin(mission: DetailOf<'SPIN'>, memberId: string) {
  const { t } = useTranslation('mission')
  const queries = useQueryClient()
  const { seasonId, missionId } = mission
  const journal = useMemo(
    () => spinJournal(deviceStorage, memberId, seasonId),
    [memberId, seasonId],
  )
  const [last, setLast] = useState<SpinResult | undefined>(() => journal.read().last)
  const intent: Intent = ['spin', seasonId]
  const [state, setState] = useState<SpinState>(() => {
    migratePending(journal, intent)
    const kept = journal.read()
    if (openRequests(intent).length > 0) return 'unanswered'
    return kept.last && Date.now() - kept.last.startedAtMs < WHEEL_MS ? 'turning' : 'ready'
  })
  const [executed, setExecuted] = useState<ExecutedOf<'SPIN'>>()

  function checkWheel(wasVanished: boolean) {
    const { shown, hasVanished } = checkShown(journal.read().shown ?? [], mission)
    return { mission, shown, isVanished: wasVanished || hasVanished }
  }
  const [checked, setChecked] = useState(() => checkWheel(false))
  // Checks every response, not only the first, because an open wheel is refetched repeatedly.
  if (checked.mission !== mission) setChecked(checkWheel(checked.isVanished))
  useEffect(() => {
    journal.write({ ...journal.read(), shown: checked.shown })
  }, [journal, checked])

  const { run } = useAction({
    call: async (attempt: SpinTry, key) => {
      const { clientSeed, commitment } = attempt
      const reply = await executeMission({ seasonId, missionId }, { clientSeed, commitment }, key)
      if (reply.type !== 'SPIN')
        throw new TypeError('The response to the spin belongs to another mission type')
      const result: SpinResult = {
        historyId: reply.historyId,
        xp: reply.xp,
        prizeIndex: reply.prizeIndex,
        prizes: attempt.prizes,
        proof: reply.proof,
        isFair: isOwnSpinFair(attempt, reply),
        fromDegrees: restDegrees(journal.read().last),
        startedAtMs: Date.now(),
      }
      const { nextCommitment, nonce } = reply.proof
      const next = { commitment: nextCommitment, nonce: nonce + 1 }
      journal.write({ last: result, shown: withShown(journal.read().shown ?? [], next) })
      return { reply, result }
    },
    intent,
    isDecision: (error) => DECISIONS.has(codeOf(error)),
    // Without a response the dock shows that the result is still unknown.
    texts: { failed: (error) => refusalText(error, t) },
    onDone: ({ reply, result }) => {
      setExecuted(reply)
      setLast(result)
      setState('turning')
    },
  })

  async function send(attempt: SpinTry): Promise<void> {
    setState('sending')
    if (await run(attempt)) return
    if (openRequests(intent).length > 0) setState('unanswered')
    else await getReady()
  }

  /** Refetches first, because the next spin would otherwise use a spent commitment. */
  async function getReady(): Promise<void> {
    setState('resting')
    await refreshProgramme(queries)
    setState('ready')
  }

  function spin(): void {
    if (state !== 'ready') return
    const attempt: SpinTry = {
      commitment: mission.commitment,
      nonce: mission.nonce,
      clientSeed: ownSeed(),
      prizes: mission.prizes,
    }
    void send(attempt)
  }

  function tryAgain(): void {
    // Only this hook stores a request under the intent.
    const attempt = openRequests(intent)[0] as SpinTry | undefined
    if (attempt) void send(attempt)
    else setState('ready')
  }

  // A page that was closed before the response arrived retries as soon as it is opened again.
  const tryAgainRef = useRef(tryAgain)
  useEffect(() => {
    tryAgainRef.current = tryAgain
  })
  const wasUnansweredRef = useRef(state === 'unanswered')
  useEffect(() => {
    if (!wasUnansweredRef.current) return
    wasUnansweredRef.current = false
    tryAgainRef.current()
  }, [])

  function rest(): void {
    if (state !== 'turning') return
    celebrate([20, 40, 30])
    if (executed?.levelUp && !momentOf(executed, { prizes: last?.prizes })) {
      showToast(t('standing.levelUp', { level: executed.me.level }), { tone: 'done' })
    }
    // Refreshes only now, because values that change while the wheel turns would reveal the result.
    void getReady()
  }

  return { state, last, executed, isVanished: checked.isVanished, spin, tryAgain, rest }
}

/** Moves a spin without a response, sent by an earlier version, to the intents. */
function migratePending(journal: ReturnType<typeof spinJournal>, intent: Intent): void {
  const { pending, ...rest } = journal.read()
  if (!pending) return
  const { idempotencyKey, ...attempt } = pending
  adoptKey(intent, attempt, idempotencyKey)
  journal.write(rest)
}

/** Returns the rest position of the wheel after a spin. */
export function restDegrees(result: SpinResult | undefined): number {
  if (!result) return 0
  const { prizes, prizeIndex, proof } = result
  return restOf(slicesOf(prizes), prizeIndex, randomFromSeed(proof.serverSeed))
}

/** Returns sixteen random bytes of this device as hex. */
function ownSeed(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
