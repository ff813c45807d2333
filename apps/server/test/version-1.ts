import { randomBytes, randomUUID } from 'node:crypto'
import type { PrivateKeyAccount } from 'viem/accounts'
import { LOCAL_NETWORKS } from '@solstice/devnet/genesis'
import { pinKeyAssociatedData } from '#/modules/pin/pin.service.ts'
import { evaluate, hashOf, pinKeyFrom } from '#/modules/pin/pin.oprf.ts'
import { refreshTokenText } from '#/modules/session/session.tokens.ts'
import type { Database } from '#/platform/process/db.ts'
import { keysFrom } from '#/platform/process/keys.ts'
import { argon2idHasher } from '#/platform/process/password-hasher.ts'
import { sealerFrom } from '#/platform/process/seal.ts'
import { PASSWORD } from './test-member.ts'
import { aSalt, blindPin, PIN } from './test-pin.ts'
import { aWallet } from './test-wallet.ts'

const TOKEN = LOCAL_NETWORKS[0]?.token.address ?? ''
/** The secrets of every test app, which stay the same after an update. */
const SESSION_KEY = 'a key that only tests use, long enough'
const MASTER_KEY = 'a master key that only tests use, long enough'

type OldPin = { pinKeyId: string; salt: string; kek: string; pin: string }
export type OldMember = {
  email: string
  userId: number
  wallet: PrivateKeyAccount
  refreshCookie: string
  active: OldPin
  retired: OldPin
}

/**
 * Inserts a member of version 1.0 with a PIN and a wallet of the given age, an open session, an
 * earlier PIN, an order that waits for its payment and a payout that waits for the treasury.
 */
export async function fillVersion1(
  database: Database,
  { userId, age }: { userId: number; age: string },
): Promise<OldMember> {
  const email = `from-1.0-${userId}@harbor.example`
  const wallet = aWallet()
  const hash = await argon2idHasher({ memoryKib: 64, passes: 1, lanes: 1 }).hash(PASSWORD)
  const sessionId = randomUUID()
  const active = pinRow(userId, PIN)
  const retired = pinRow(userId, '246802')
  const since = `now() - interval '${age}'`
  await database.runScript(`
    insert into members (id, email, password_hash, nickname, referral_code, wallet_address,
        pin_first_set_at, terms_agreed_at, privacy_agreed_at, created_at)
      overriding system value
      values (${userId}, '${email}', '${hash}', 'Sailor${userId}', 'ABCDEFG${userId}',
        '${wallet.address}', ${since}, now(), now(), now() - interval '90 days');
    insert into sessions (id, member_id, keep_logged_in, created_at, rotated_at, expires_at)
      values ('${sessionId}', ${userId}, true, ${since}, ${since}, now() + interval '10 days');
    ${insertPinKeySql(active, `'ACTIVE', 2, ${since}, null`)}
    ${insertPinKeySql(retired, `'RETIRED', 5, ${since}, ${since}`)}
    insert into jobs (kind, payload, due_at, created_at)
      values ('pin.drop-retired-key', '{"pinKeyId":"${retired.pinKeyId}"}', now(), now());
    insert into wallet_registrations (member_id, address, method, registered_at)
      values (${userId}, '${wallet.address}', 'CREATE', ${since});
    insert into credit_packages (position, credit, price, chain_id, on_sale, created_at)
      values (1, 100, 5000000, 31337, true, now());
    insert into orders (member_id, package_id, quantity, pay_type, price, gives_credit, state,
        chain_id, symbol, decimals, pay_to, payer, after_block, expires_at, created_at)
      select ${userId}, max(id), 1, 'TOKEN', 5000000, 100, 'OPEN', 31337, 'ETH', 18,
        '${wallet.address}', '${wallet.address}', 0, now() + interval '1 hour', now()
      from credit_packages;
    insert into payouts (purpose, key, member_id, address, symbol, decimals, amount, chain_id,
        contract, state, created_at)
      values ('REWARD', 'reward-of-${userId}', ${userId}, '${wallet.address}', 'USDS', 6, 5000000,
        31337, '${TOKEN}', 'QUEUED', now());`)
  const token = refreshTokenText(keysFrom(SESSION_KEY), { sessionId, generation: 0 })
  return { email, userId, wallet, refreshCookie: token, active, retired }
}

function pinRow(memberId: number, pin: string) {
  const pinKeyId = randomUUID()
  const salt = aSalt()
  const key = pinKeyFrom(randomBytes(32))
  const entry = blindPin(pin, salt)
  const { proof, kek } = entry.finish(evaluate(key, Buffer.from(entry.blinded, 'base64url')))
  const sealed = sealerFrom(MASTER_KEY, 'pin-key').seal(
    key,
    pinKeyAssociatedData({ id: pinKeyId, memberId }),
  )
  return { pinKeyId, salt, kek, pin, memberId, sealed, proofHash: hashOf(proof) }
}

function insertPinKeySql(row: ReturnType<typeof pinRow>, values: string): string {
  return `insert into pin_keys (id, member_id, enrolment_id, sealed_key, salt, proof_hash, state,
      tries_used, created_at, retired_at)
    values ('${row.pinKeyId}', ${row.memberId}, gen_random_uuid(), '${row.sealed}', '${row.salt}',
      '${row.proofHash}', ${values});`
}
