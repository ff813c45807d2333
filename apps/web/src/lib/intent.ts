import { DAY_MS } from '@solstice/rules/duration'
import { useEffect, useLayoutEffect } from 'react'
import { create } from 'zustand'
import { currentMemberId } from './api.ts'
import { toBase64url } from './base64url.ts'
import { onSignOut } from './sign-out.ts'
import { deviceStorage, memberKey } from './storage.ts'

/** Intents that a reload must not turn into a second one: they move money or a draw. */
const STORED_KINDS = ['purchase', 'credit', 'refund', 'claim', 'withdrawal', 'spin'] as const
const OTHER_KINDS = ['mission', 'password', 'deletion'] as const

export type IntentKind = (typeof STORED_KINDS | typeof OTHER_KINDS)[number]

/** A member wants this to happen once. The subject tells it from others of its kind. */
export type Intent = readonly [kind: IntentKind, ...subject: (string | number)[]]

type Kept = {
  memberId: string | undefined
  name: string
  /** Hash of the request; the server refuses a key that comes with another request. */
  digest?: string | undefined
  /** A spin is sent again exactly as it was. Earlier versions stored each request like this. */
  request?: unknown
  key: string
  startedAtMs: number
  /** An earlier try got no answer, so it may have worked. */
  isUnknown?: boolean
  /** No try is under way, and each one so far was refused before it was carried out. */
  isIdle?: boolean
  /** The notice of the unknown outcome is no longer shown. */
  isDismissed?: boolean
}

/** One try of an intent. */
export type Try = Readonly<Kept>

/** The server forgets a key after a day; then it protects nothing any more. */
const KEPT_MS = DAY_MS

const useKept = create<{ list: readonly Kept[] }>()(() => ({ list: [] }))

let running: readonly Try[] = []

onSignOut(() => {
  running = []
  useKept.setState({ list: [] })
})

const nameOf = (intent: Intent) => intent.join(' ')

/**
 * Starts a try. Its idempotency key stays the same until the outcome is known, also for a member who
 * left the screen and came back.
 */
export async function startTry(intent: Intent, request: unknown): Promise<Try> {
  const name = nameOf(intent)
  const memberId = currentMemberId()
  const digest = isSpin(name) ? undefined : await digestOf(request)
  const found = all(memberId).find((each) => each.name === name && isSame(each, digest, request))
  const attempt: Try = {
    ...(found ?? { memberId, name, key: crypto.randomUUID(), startedAtMs: Date.now() }),
    digest,
    request: digest === undefined ? request : undefined,
    isIdle: false,
  }
  running = [...running, attempt]
  put(attempt)
  return attempt
}

/** Takes over a key that was made elsewhere and may have been sent. */
export function adoptKey(intent: Intent, request: unknown, key: string): void {
  const memberId = currentMemberId()
  const name = nameOf(intent)
  put({ memberId, name, request, key, startedAtMs: Date.now(), isUnknown: true })
}

/** The requests of a spin whose outcome is not known, the latest last. */
export function openRequests(intent: Intent): unknown[] {
  const name = nameOf(intent)
  return all(currentMemberId()).flatMap((each) => (each.name === name ? [each.request] : []))
}

/** The try worked: the same again is a new intent. */
export function noteDone(attempt: Try): void {
  const isFirstAnswer = running.includes(attempt)
  discard(attempt)
  if (isFirstAnswer) dismiss(attempt)
}

/** No answer came: the next try has to be the same request. */
export function noteUnknown(attempt: Try): void {
  // Another try of the same key was answered meanwhile, or the member logged out.
  if (!running.includes(attempt)) return
  leave(attempt)
  put({ ...attempt, isUnknown: true, isDismissed: false })
}

/** The try was refused before it was carried out, which tells nothing about other tries. */
export function noteNotRun(attempt: Try): void {
  if (!running.includes(attempt)) return
  leave(attempt)
  if (!mayHaveWorked(attempt)) put({ ...attempt, isIdle: true })
}

/** A refusal ends an intent only if no other try may have worked, or by the rule of its action. */
export function noteRefused(attempt: Try, isDecision?: boolean): void {
  leave(attempt)
  if (isDecision ?? !mayHaveWorked(attempt)) discard(attempt)
  dismiss(attempt)
}

function leave(attempt: Try): void {
  running = running.filter((each) => each !== attempt)
}

function mayHaveWorked(attempt: Try): boolean {
  const { isUnknown } = keptList().find(({ key }) => key === attempt.key) ?? attempt
  return isUnknown === true || running.some(({ key }) => key === attempt.key)
}

function discard({ key, name, memberId }: Kept): void {
  const isOther = (each: Kept) => each.key !== key
  running = running.filter(isOther)
  if (isStored(name)) store(memberId, stored(memberId).filter(isOther))
  useKept.setState({ list: keptList().filter(isOther) })
}

function put(entry: Kept): void {
  const { memberId } = entry
  if (isStored(entry.name)) store(memberId, withEntry(stored(memberId), entry))
  useKept.setState({ list: withEntry(keptList(), entry) })
}

function withEntry(list: readonly Kept[], entry: Kept): Kept[] {
  return list.some(({ key }) => key === entry.key)
    ? list.map((each) => (each.key === entry.key ? entry : each))
    : [...list, entry]
}

const keptList = () => useKept.getState().list

/** Memory first: storage may be refused. Entries that only storage has were sent before a reload. */
function all(memberId: string | undefined): Kept[] {
  const own = keptList().filter((each) => each.memberId === memberId)
  const lost = stored(memberId).filter(({ key }) => !own.some((each) => each.key === key))
  return [...lost.map((each) => ({ ...each, isUnknown: each.isIdle !== true })), ...own].filter(
    isFresh,
  )
}

function isSame(each: Kept, digest: string | undefined, request: unknown): boolean {
  return each.digest === undefined
    ? JSON.stringify(each.request) === JSON.stringify(request)
    : each.digest === digest
}

/** A spin is sent until it is answered; its commitment protects it from being drawn twice. */
const isFresh = ({ name, startedAtMs }: Kept) => isSpin(name) || Date.now() - startedAtMs < KEPT_MS

const isSpin = (name: string) => name.startsWith('spin ')
const isStored = (name: string) => STORED_KINDS.some((kind) => name.split(' ')[0] === kind)

/** Requests may hold words of the member, which storage must not show. */
async function digestOf(request: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(request))
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

function stored(memberId: string | undefined): Kept[] {
  if (memberId === undefined) return []
  try {
    // Written by `store` below.
    const list = JSON.parse(deviceStorage.getItem(memberKey('intents', memberId)) ?? '[]') as Kept[]
    return list.filter(isFresh).map((each) => ({ ...each, memberId }))
  } catch {
    return []
  }
}

function store(memberId: string | undefined, list: readonly Kept[]): void {
  if (memberId === undefined) return
  const key = memberKey('intents', memberId)
  if (list.length === 0) deviceStorage.removeItem(key)
  else deviceStorage.setItem(key, JSON.stringify(list))
}

/** The outcome of a try is not known. A notice says so until a try is answered, also after a reload. */
export function isUnconfirmed(intent: Intent): boolean {
  return unconfirmed({ memberId: currentMemberId(), name: nameOf(intent) }).length > 0
}

export function useIsUnconfirmed(intent: Intent | undefined): boolean {
  return useKept(() => intent !== undefined && isUnconfirmed(intent))
}

/** The member goes to check the outcome. */
export function dismissUnconfirmed(intent: Intent): void {
  dismiss({ memberId: currentMemberId(), name: nameOf(intent) })
}

type Named = Pick<Kept, 'memberId' | 'name'>

function dismiss(named: Named): void {
  for (const each of unconfirmed(named)) put({ ...each, isDismissed: true })
}

function unconfirmed({ memberId, name }: Named): Kept[] {
  return all(memberId).filter(
    (each) => each.name === name && each.isUnknown === true && each.isDismissed !== true,
  )
}

/** Hides the notice of an earlier visit. The intent has to be a constant. */
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
