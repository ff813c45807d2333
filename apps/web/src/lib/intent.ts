import { DAY_MS } from '@solstice/rules/duration'
import { useEffect, useLayoutEffect } from 'react'
import { create } from 'zustand'
import { currentMemberId } from './api.ts'
import { toBase64url } from './base64url.ts'
import { onSignOut } from './sign-out.ts'
import { deviceStorage, memberKey } from './storage.ts'

/** Intents that a reload must not duplicate, because they move money, start a draw or reach a person. */
const STORED_KINDS = [
  'purchase',
  'credit',
  'refund',
  'claim',
  'withdrawal',
  'spin',
  'appeal',
] as const
const OTHER_KINDS = ['mission', 'password', 'deletion'] as const

export type IntentKind = (typeof STORED_KINDS | typeof OTHER_KINDS)[number]

/** An operation that must happen once. The subject distinguishes it from others of its kind. */
export type Intent = readonly [kind: IntentKind, ...subject: (string | number)[]]

type StoredIntent = {
  memberId: string | undefined
  name: string
  /** The hash of the request; the server refuses a key with a different request. */
  digest?: string | undefined
  /** A spin is sent again unchanged. Earlier versions stored every request like this. */
  request?: unknown
  key: string
  startedAtMs: number
  /** An earlier attempt got no response, so it may have succeeded. */
  isUnknown?: boolean
  /** No attempt is running, and all so far were refused before execution. */
  isIdle?: boolean
  /** The notice of the unknown outcome is hidden. */
  isDismissed?: boolean
}

/** One attempt of an intent. */
export type IntentAttempt = Readonly<StoredIntent>

/** The server deletes a key after one day; then it no longer protects anything. */
const RETENTION_MS = DAY_MS

const useStoredIntents = create<{ list: readonly StoredIntent[] }>()(() => ({ list: [] }))

let running: readonly IntentAttempt[] = []

onSignOut(() => {
  running = []
  useStoredIntents.setState({ list: [] })
})

const nameOf = (intent: Intent) => intent.join(' ')

/**
 * Starts an attempt. Its idempotency key stays the same until the outcome is known, even if the
 * member leaves the screen and returns.
 */
export async function startAttempt(intent: Intent, request: unknown): Promise<IntentAttempt> {
  const name = nameOf(intent)
  const memberId = currentMemberId()
  const digest = isSpin(name) ? undefined : await digestOf(request)
  const found = all(memberId).find((each) => each.name === name && isSame(each, digest, request))
  const attempt: IntentAttempt = {
    ...(found ?? { memberId, name, key: crypto.randomUUID(), startedAtMs: Date.now() }),
    digest,
    request: digest === undefined ? request : undefined,
    isIdle: false,
  }
  running = [...running, attempt]
  put(attempt)
  return attempt
}

/** Adopts a key that was created elsewhere and may have been sent. */
export function adoptKey(intent: Intent, request: unknown, key: string): void {
  const memberId = currentMemberId()
  const name = nameOf(intent)
  put({ memberId, name, request, key, startedAtMs: Date.now(), isUnknown: true })
}

/** Returns the requests of a spin with an unknown outcome, latest last. */
export function openRequests(intent: Intent): unknown[] {
  const name = nameOf(intent)
  return all(currentMemberId()).flatMap((each) => (each.name === name ? [each.request] : []))
}

/** Records a success: repeating the operation is a new intent. */
export function noteDone(attempt: IntentAttempt): void {
  const isFirstResponse = running.includes(attempt)
  discard(attempt)
  if (isFirstResponse) dismiss(attempt)
}

/** Records a missing response: the next attempt must send the same request. */
export function noteUnknown(attempt: IntentAttempt): void {
  // Another attempt with the same key was answered meanwhile, or the member logged out.
  if (!running.includes(attempt)) return
  leave(attempt)
  put({ ...attempt, isUnknown: true, isDismissed: false })
}

/**
 * Records that the attempt was refused before execution, which reveals nothing about other
 * attempts.
 */
export function noteNotRun(attempt: IntentAttempt): void {
  if (!running.includes(attempt)) return
  leave(attempt)
  if (!mayHaveSucceeded(attempt)) put({ ...attempt, isIdle: true })
}

/**
 * Records a refusal. It ends the intent only if no other attempt may have succeeded, or if the
 * action's rule says so.
 */
export function noteRefused(attempt: IntentAttempt, isDecision?: boolean): void {
  leave(attempt)
  if (isDecision ?? !mayHaveSucceeded(attempt)) discard(attempt)
  dismiss(attempt)
}

function leave(attempt: IntentAttempt): void {
  running = running.filter((each) => each !== attempt)
}

function mayHaveSucceeded(attempt: IntentAttempt): boolean {
  const { isUnknown } = storedIntents().find(({ key }) => key === attempt.key) ?? attempt
  return isUnknown === true || running.some(({ key }) => key === attempt.key)
}

function discard({ key, name, memberId }: StoredIntent): void {
  const isOther = (each: StoredIntent) => each.key !== key
  running = running.filter(isOther)
  if (isStored(name)) store(memberId, stored(memberId).filter(isOther))
  useStoredIntents.setState({ list: storedIntents().filter(isOther) })
}

function put(entry: StoredIntent): void {
  const { memberId } = entry
  if (isStored(entry.name)) store(memberId, withEntry(stored(memberId), entry))
  useStoredIntents.setState({ list: withEntry(storedIntents(), entry) })
}

function withEntry(list: readonly StoredIntent[], entry: StoredIntent): StoredIntent[] {
  return list.some(({ key }) => key === entry.key)
    ? list.map((each) => (each.key === entry.key ? entry : each))
    : [...list, entry]
}

const storedIntents = () => useStoredIntents.getState().list

/**
 * Prefers memory, because storage may be unavailable. Entries that exist only in storage were sent
 * before a reload.
 */
function all(memberId: string | undefined): StoredIntent[] {
  const own = storedIntents().filter((each) => each.memberId === memberId)
  const lost = stored(memberId).filter(({ key }) => !own.some((each) => each.key === key))
  return [...lost.map((each) => ({ ...each, isUnknown: each.isIdle !== true })), ...own].filter(
    isFresh,
  )
}

function isSame(each: StoredIntent, digest: string | undefined, request: unknown): boolean {
  return each.digest === undefined
    ? JSON.stringify(each.request) === JSON.stringify(request)
    : each.digest === digest
}

/** A spin is sent until it is answered; its commitment prevents a second draw. */
const isFresh = ({ name, startedAtMs }: StoredIntent) =>
  isSpin(name) || Date.now() - startedAtMs < RETENTION_MS

const isSpin = (name: string) => name.startsWith('spin ')
const isStored = (name: string) => STORED_KINDS.some((kind) => name.split(' ')[0] === kind)

/** Hashes the request, because it may contain text of the member that storage must not reveal. */
async function digestOf(request: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(request))
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

function stored(memberId: string | undefined): StoredIntent[] {
  if (memberId === undefined) return []
  try {
    // Written by `store` below.
    const list = JSON.parse(
      deviceStorage.getItem(memberKey('intents', memberId)) ?? '[]',
    ) as StoredIntent[]
    return list.filter(isFresh).map((each) => ({ ...each, memberId }))
  } catch {
    return []
  }
}

function store(memberId: string | undefined, list: readonly StoredIntent[]): void {
  if (memberId === undefined) return
  const key = memberKey('intents', memberId)
  if (list.length === 0) deviceStorage.removeItem(key)
  else deviceStorage.setItem(key, JSON.stringify(list))
}

/**
 * Returns true if the outcome of an attempt is unknown. A notice is shown until an attempt is
 * answered, also after a reload.
 */
export function isUnconfirmed(intent: Intent): boolean {
  return unconfirmed({ memberId: currentMemberId(), name: nameOf(intent) }).length > 0
}

export function useIsUnconfirmed(intent: Intent | undefined): boolean {
  return useStoredIntents(() => intent !== undefined && isUnconfirmed(intent))
}

/** Hides the notice when the member goes to check the outcome. */
export function dismissUnconfirmed(intent: Intent): void {
  dismiss({ memberId: currentMemberId(), name: nameOf(intent) })
}

type Named = Pick<StoredIntent, 'memberId' | 'name'>

function dismiss(named: Named): void {
  for (const each of unconfirmed(named)) put({ ...each, isDismissed: true })
}

function unconfirmed({ memberId, name }: Named): StoredIntent[] {
  return all(memberId).filter(
    (each) => each.name === name && each.isUnknown === true && each.isDismissed !== true,
  )
}

/** Hides the notice of an earlier visit. The intent must be a constant. */
export function useDismissOnOpen(intent: Intent): void {
  useLayoutEffect(() => dismissUnconfirmed(intent), [intent])
}

/** Ends an unconfirmed intent when the server shows its outcome, such as an open order. */
export function useEndOnceSeen(intent: Intent, isSeen: boolean): void {
  const name = nameOf(intent)
  const isOver = useIsUnconfirmed(intent) && isSeen
  useEffect(() => {
    if (isOver) for (const each of unconfirmed({ memberId: currentMemberId(), name })) discard(each)
  }, [isOver, name])
}
