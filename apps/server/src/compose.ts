import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileMailbox, type Mailbox } from './adapters/mailbox-mailer.ts'
import { noOnChainProofs, noPayouts } from './adapters/no-chain.ts'
import { smtpMailer } from './adapters/smtp-mailer.ts'
import { systemClock, type Clock } from './platform/clock.ts'
import type { AppContext } from './platform/context.ts'
import { openPglite, openPostgres, type Database } from './platform/db.ts'
import type { Env } from './platform/env.ts'
import { keysFrom, secretFromFolder } from './platform/keys.ts'
import { createLogger } from './platform/logger.ts'
import { migrate } from './platform/migrate.ts'
import { argon2idHasher } from './platform/password-hasher.ts'
import { sealerFrom } from './platform/seal.ts'

export type Composition = {
  ctx: AppContext
  database: Database
  clock: Clock
  /** Where mail goes when there is no mail server. */
  mailbox: Mailbox | undefined
}

/** Settings become adapters, adapters a context. The only file that knows every adapter. */
export async function compose(env: Env): Promise<Composition> {
  const log = createLogger(env.logLevel)
  const clock = systemClock()
  if (env.startAt) clock.setTo(env.startAt)

  const database = env.databaseUrl
    ? await openPostgres(env.databaseUrl, (error) =>
        log.error({ err: error }, 'A database connection was lost'),
      )
    : await openPglite(env.dataFolder)
  await migrate(database)

  const mailbox = fileMailbox(join(env.dataFolder, 'mailbox.jsonl'), clock.now)
  const sessionKey = env.sessionKey ?? (await secretFromFolder(env.dataFolder, 'session-key'))
  const pinMasterKey =
    env.pinMasterKey ?? (await secretFromFolder(env.dataFolder, 'pin-master-key'))
  const ctx: AppContext = {
    db: database.db,
    now: clock.now,
    randomBytes,
    keys: keysFrom(sessionKey),
    lastingKeys: keysFrom(pinMasterKey),
    pinSealer: sealerFrom(pinMasterKey, 'pin-key'),
    spinSealer: sealerFrom(pinMasterKey, 'spin-seed'),
    passwords: argon2idHasher(),
    onChainProofs: noOnChainProofs,
    payouts: noPayouts,
    mailer: env.smtpUrl ? smtpMailer(env.smtpUrl, env.mailFrom) : mailbox,
    settings: {
      ipLimitFactor: env.production ? 1 : 100,
      demo: !env.production,
      firebaseProject: env.firebase?.projectId,
    },
    log,
  }
  return { ctx, database, clock, mailbox: env.smtpUrl ? undefined : mailbox }
}
