import { DAY_MS } from '@solstice/rules/duration'
import { create } from 'zustand'
import { currentMemberId } from './api.ts'
import { onSignOut } from './sign-out.ts'
import { deviceStorage, memberKey } from './storage.ts'

/** Intents that a reload must not turn into a second one: they move money or a draw. */
const STORED_KINDS = ['purchase', 'credit', 'refund', 'claim', 'withdrawal', 'spin'] as const
const OTHER_KINDS = ['mission', 'password', 'deletion'] as const

export type IntentKind = (typeof STORED_KINDS | typeof OTHER_KINDS)[number]

/** What a member wants to happen once: its kind, and what it is about. */
export type Intent = readonly [kind: IntentKind, ...subject: (string | number)[]]

type Kept = {
  name: string
  /** What is sent with the key; the server refuses a key that comes with another request. */
  request: unknown
  key: string
  startedAtMs: number
  /** An earlier try got no answer, so it may have worked. */
  isUnknown?: boolean
}

/** The server forgets a key after a day; then it protects nothing any more. */
const KEPT_MS = DAY_MS

let kept: readonly Kept[] = []

onSignOut(() => {
  kept = []
  useUnconfirmed.setState({ names: new Set<string>() })
})

export const nameOf = (intent: Intent) => intent.join(' ')

/**
 * The idempotency key of an intent. It stays the same until the outcome is known, also for a member
 * who left the screen and came back.
 */
export function keyOf(intent: Intent, request: unknown): string {
  return (find(intent, request) ?? keep(intent, { request, key: crypto.randomUUID() })).key
}

/** Takes over a key that was made elsewhere and may have been sent. */
export function adoptKey(intent: Intent, request: unknown, key: string): void {
  keep(intent, { request, key, isUnknown: true })
}

/** The requests of an intent whose outcome is not known, the latest last. */
export function openRequests(intent: Intent): unknown[] {
  return all(intent).flatMap((each) => (each.name === nameOf(intent) ? [each.request] : []))
}

/** No answer came: the next try has to be the same request. */
export function noteUnknown(intent: Intent, request: unknown): void {
  const found = find(intent, request)
  if (!found) return
  end(intent, request)
  keep(intent, { ...found, isUnknown: true })
}

/** A refusal ends an intent only if no earlier try may have worked. */
export function wasUnknown(intent: Intent, request: unknown): boolean {
  return find(intent, request)?.isUnknown === true
}

/** The outcome is known: the same again is a new intent. */
export function end(intent: Intent, request: unknown): void {
  const isOther = (each: Kept) => !isSame(each, intent, request)
  kept = kept.filter(isOther)
  if (isStored(intent)) store(stored().filter(isOther))
}

function keep(intent: Intent, entry: Pick<Kept, 'request' | 'key' | 'isUnknown'>): Kept {
  const made = { name: nameOf(intent), startedAtMs: Date.now(), ...entry }
  kept = [...kept, made]
  if (isStored(intent)) store([...stored(), made])
  return made
}

const find = (intent: Intent, request: unknown) =>
  all(intent).find((each) => isSame(each, intent, request))

/** Memory first: storage may be refused. What only storage knows was sent before a reload. */
function all(intent: Intent): Kept[] {
  if (!isStored(intent)) return [...kept]
  const lost = stored().filter(({ key }) => !kept.some((each) => each.key === key))
  return [...lost.map((each) => ({ ...each, isUnknown: true })), ...kept]
}

function isSame({ name, request }: Kept, intent: Intent, wanted: unknown): boolean {
  return name === nameOf(intent) && JSON.stringify(request) === JSON.stringify(wanted)
}

const isStored = ([kind]: Intent) => STORED_KINDS.some((each) => each === kind)

function storageKey(): string | undefined {
  const memberId = currentMemberId()
  return memberId === undefined ? undefined : memberKey('intents', memberId)
}

function stored(): Kept[] {
  const key = storageKey()
  if (key === undefined) return []
  try {
    // Written by `store` below.
    const list = JSON.parse(deviceStorage.getItem(key) ?? '[]') as Kept[]
    return list.filter(({ startedAtMs }) => Date.now() - startedAtMs < KEPT_MS)
  } catch {
    return []
  }
}

function store(list: readonly Kept[]): void {
  const key = storageKey()
  if (key === undefined) return
  if (list.length === 0) deviceStorage.removeItem(key)
  else deviceStorage.setItem(key, JSON.stringify(list))
}

/** Names of intents without an answer. A notice shows each until one of its tries is answered. */
export const useUnconfirmed = create<{ names: ReadonlySet<string> }>()(() => ({
  names: new Set<string>(),
}))

export function useIsUnconfirmed(intent: Intent | undefined): boolean {
  return useUnconfirmed(({ names }) => intent !== undefined && names.has(nameOf(intent)))
}

export function markUnconfirmed(intent: Intent): void {
  useUnconfirmed.setState(({ names }) => ({ names: new Set(names).add(nameOf(intent)) }))
}

/** The outcome is known, or the member goes to check it. */
export function dismissUnconfirmed(intent: Intent): void {
  const names = new Set(useUnconfirmed.getState().names)
  if (names.delete(nameOf(intent))) useUnconfirmed.setState({ names })
}
