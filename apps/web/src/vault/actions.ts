import { bytesToHex } from '@noble/hashes/utils.js'
import { isSameAddress, isZeroAddress } from '@solstice/rules/address'
import { intentDigest, permitDigest } from '@solstice/rules/relay-intent'
import type { RelaySend } from '@solstice/rules/relay-intent'
import { readExportFile, writeExportFile } from './export-file.ts'
import {
  addWrap,
  changeRecord,
  findRecord,
  openKey,
  openFullSecret,
  readRecord,
  saveNewRecord,
  savePublicKey,
  sealSecret,
  withDataKey,
  withPasskeyWrap,
  withPinWrap,
  wrapForPasskey,
  wrapForPin,
} from './record-store.ts'
import { VaultError } from './problem.ts'
import type { WalletRecord } from './record.ts'
import type {
  Opening,
  UnsignedTransaction,
  VaultAction,
  VaultActions,
  WordAnswer,
} from './protocol.ts'
import { accountOf, addressOf, copyOf, wipe, newSecret, readSecret } from './secret.ts'
import type { Secret } from './secret.ts'
import { decodeSigned } from './signed.ts'
import { keccak256 } from 'viem/utils'

type Actions = {
  [Action in VaultAction]: (
    input: VaultActions[Action]['input'],
  ) => Promise<VaultActions[Action]['output']>
}

/** The vault's only state: a new wallet that is not sealed yet. */
let draft: Secret | undefined

function setDraft(made: Secret): { address: string } {
  if (draft) wipe(draft)
  draft = made
  return { address: accountOf(made).address }
}

function requireDraft(): Secret {
  if (!draft) throw new VaultError('no-wallet')
  return draft
}

function draftWordList(): string[] {
  return requireDraft().phrase?.split(' ') ?? []
}

async function withKey<Result>(
  { userId, opening }: { userId: string; opening: Opening },
  action: (account: ReturnType<typeof accountOf>) => Promise<Result>,
): Promise<Result> {
  const record = await findRecord(userId)
  const result = await withDataKey(record, opening, async (dataKey) => {
    const secret = await openKey(record, dataKey)
    try {
      return await action(accountOf(secret))
    } finally {
      wipe(secret)
    }
  })
  await removeStalePinWrap(record, opening)
  return result
}

/**
 * Removes the extra wrap that an interrupted PIN change left behind. The wrap that just opened
 * belongs to the current PIN; keeping the other one could later prompt for the wrong PIN.
 */
async function removeStalePinWrap(
  { userId, pinWraps }: WalletRecord,
  opening: Opening,
): Promise<void> {
  if (opening.kind !== 'pin' || pinWraps.length < 2) return
  await removeOtherPinWraps(userId, opening.pinKeyId).catch(() => undefined)
}

async function removeOtherPinWraps(userId: string, pinKeyId: string): Promise<void> {
  await changeRecord(userId, (record) => {
    const pinWraps = record.pinWraps.filter((wrap) => wrap.pinKeyId === pinKeyId)
    // Never remove the last wrap: a key without a wrap removes nothing.
    return pinWraps.length > 0 ? { ...record, pinWraps } : record
  })
}

/** Returns the record in the database, or the given copy that is no longer stored there. */
async function recordOf(userId: string, copy: unknown): Promise<WalletRecord> {
  return copy === undefined ? findRecord(userId) : readRecord(userId, copy)
}

async function withFullSecret<Result>(
  { userId, opening, record: given }: { userId: string; opening: Opening; record?: unknown },
  action: (secret: Secret) => Promise<Result>,
): Promise<Result> {
  const record = await recordOf(userId, given)
  const result = await withDataKey(record, opening, async (dataKey) => {
    const secret = await openFullSecret(record, dataKey)
    try {
      return await action(secret)
    } finally {
      wipe(secret)
    }
  })
  if (given === undefined) await removeStalePinWrap(record, opening)
  return result
}

function matchesPhrase(phrase: string | undefined, answers: readonly WordAnswer[]): boolean {
  const words = phrase?.split(' ') ?? []
  return answers.length > 0 && answers.every(({ position, word }) => words[position - 1] === word)
}

export const actions: Actions = {
  draft: async () => setDraft(newSecret()),

  draftWords: async () => draftWordList(),

  checkDraft: async (answers) => matchesPhrase(requireDraft().phrase, answers),

  draftFromSecret: async ({ secret }) => setDraft(readSecret(secret)),

  draftFromFile: async ({ file, passphrase }) => setDraft(await readExportFile(file, passphrase)),

  dropDraft: async () => {
    if (draft) wipe(draft)
    draft = undefined
    return undefined
  },

  sealDraft: async ({ userId, pin, method, message }) => {
    // Copy the draft: the screen may close and drop it while this runs.
    const secret = copyOf(requireDraft())
    const account = accountOf(secret)
    const record = await sealSecret(secret, { userId, pin, method })
    wipe(secret)
    pin.key.fill(0)
    await saveNewRecord(record)
    // The wallet opens without the public key, and failing here would report that nothing was
    // saved.
    await savePublicKey(userId, account.publicKey).catch(() => undefined)
    return message === undefined ? {} : { signature: await account.signMessage({ message }) }
  },

  activate: async ({ userId }) => {
    await changeRecord(userId, (record) => ({ ...record, state: 'active' }))
    if (draft) wipe(draft)
    draft = undefined
    return undefined
  },

  signMessage: (input) =>
    withKey(input, async (account) => ({
      signature: await account.signMessage({ message: input.message }),
    })),

  signTypedData: (input) =>
    withKey(input, async (account) => ({ signature: await account.signTypedData(input.data) })),

  signTransaction: (input) =>
    withKey(input, async (account) => {
      const raw = await account.signTransaction(toEip1559(input.transaction))
      return { raw, hash: keccak256(raw) }
    }),

  signRelay: (input) =>
    withKey(input, async (account) => {
      assertSignable(input.send, account.address)
      const sign = (digest: Uint8Array) => account.sign({ hash: `0x${bytesToHex(digest)}` })
      return {
        intent: await sign(intentDigest(input.send)),
        permit: await sign(permitDigest(input.send, input.permit)),
      }
    }),

  decodeSigned: ({ raw }) => decodeSigned(raw),

  reveal: (input) =>
    withFullSecret(input, async ({ phrase, privateKey }) =>
      phrase === undefined
        ? { kind: 'key', privateKey: `0x${bytesToHex(privateKey)}` }
        : { kind: 'phrase', words: phrase.split(' ') },
    ),

  exportFile: (input) =>
    withFullSecret(input, (secret) => writeExportFile(secret, input.passphrase)),

  checkExport: async ({ userId, file, passphrase, record: given }) => {
    const { ethAddress } = await recordOf(userId, given)
    const secret = await readExportFile(file, passphrase)
    const address = addressOf(secret)
    wipe(secret)
    if (address.toLowerCase() !== ethAddress.toLowerCase()) throw new VaultError('other-wallet')
    if (given !== undefined) return undefined
    const exportCheckedAt = new Date().toISOString()
    await changeRecord(userId, (record) => ({ ...record, exportCheckedAt }))
    return undefined
  },

  checkWords: (input) =>
    withFullSecret(input, async ({ phrase }) => matchesPhrase(phrase, input.answers)),

  addPinWrap: async ({ userId, opening, pin }) => {
    const record = await findRecord(userId)
    const wrap = await withDataKey(record, opening, (dataKey) => wrapForPin(record, dataKey, pin))
    pin.key.fill(0)
    await addWrap(record, (kept) => withPinWrap(kept, wrap))
    return undefined
  },

  keepPinWrap: async ({ userId, pinKeyId }) => {
    await removeOtherPinWraps(userId, pinKeyId)
    return undefined
  },

  addPasskeyWrap: async ({ userId, opening, credentialId, salt, key }) => {
    const record = await findRecord(userId)
    const wrap = await withDataKey(record, opening, (dataKey) =>
      wrapForPasskey(record, dataKey, { credentialId, salt, key }),
    )
    key.fill(0)
    await addWrap(record, (kept) => withPasskeyWrap(kept, wrap))
    return undefined
  },

  dropPasskeyWrap: async ({ userId, credentialId }) => {
    await changeRecord(userId, (record) => {
      const kept = record.passkeyWraps.filter((wrap) => wrap.credentialId !== credentialId)
      return { ...record, passkeyWraps: kept }
    })
    return undefined
  },
}

/**
 * The worker builds both messages from a send, so that no page can have any other typed data signed. The
 * owner is the wallet itself, and the permit covers exactly the amount that the intent sends.
 */
function assertSignable(send: RelaySend, own: string): void {
  const { owner, recipient, relay, token, amount } = send
  const isTransfer =
    isSameAddress(owner, own) &&
    ![owner, relay, token].some((each) => isSameAddress(each, recipient)) &&
    !isSameAddress(relay, token) &&
    !isZeroAddress(recipient) &&
    amount > 0n
  if (!isTransfer) throw new VaultError('fault')
}

function toEip1559(transaction: UnsignedTransaction) {
  return { ...transaction, type: 'eip1559' } as const
}
