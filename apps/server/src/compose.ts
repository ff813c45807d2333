import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startDevnet, type Devnet } from '@solstice/devnet/devnet'
import { etherscanExplorer } from './adapters/etherscan-explorer.ts'
import { jsonRpcChains } from './adapters/json-rpc-chains.ts'
import { fileMailbox, type Mailbox } from './adapters/mailbox-mailer.ts'
import { madeUpPrices, priceApi } from './adapters/price-sources.ts'
import { smtpMailer } from './adapters/smtp-mailer.ts'
import { systemClock, type Clock } from './platform/clock.ts'
import type { AppContext } from './platform/context.ts'
import { openPglite, openPostgres, type Database } from './platform/db.ts'
import type { Env } from './platform/env.ts'
import { lockFolder } from './platform/folder-lock.ts'
import { keysFrom, secretFromFolder } from './platform/keys.ts'
import { createLogger, type Logger } from './platform/logger.ts'
import { migrate } from './platform/migrate.ts'
import { argon2idHasher } from './platform/password-hasher.ts'
import { sealerFrom } from './platform/seal.ts'

export type Composition = {
  ctx: AppContext
  database: Database
  clock: Clock
  /** Where mail goes when there is no mail server. */
  mailbox: Mailbox | undefined
  /** The local chains, where this process runs them. */
  devnet: Devnet | undefined
  /** Lets go of everything, in order. */
  close: () => Promise<void>
}

/** Settings become adapters, adapters a context. The only file that knows every adapter. */
export async function compose(
  env: Env,
  { runsChains = false }: { runsChains?: boolean } = {},
): Promise<Composition> {
  const log = createLogger(env.logLevel)
  const clock = systemClock()
  if (env.startAt) clock.setTo(env.startAt)

  const database = env.databaseUrl
    ? await openPostgres(env.databaseUrl, (error) =>
        log.error({ err: error }, 'A database connection was lost'),
      )
    : await openPglite(env.dataFolder)
  const [chains] = await Promise.all([
    runsChains && env.localChains ? openLocalChains(env, clock, log) : undefined,
    migrate(database),
  ])

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
    passwords: argon2idHasher(),
    mailer: env.smtpUrl ? smtpMailer(env.smtpUrl, env.mailFrom) : mailbox,
    chains: jsonRpcChains({ devnet: chains?.devnet, localOrigin: localOriginOf(env) }),
    explorer: etherscanExplorer(env.etherscan),
    prices: env.priceApi ? priceApi(env.priceApi) : madeUpPrices(clock.now),
    settings: {
      ipLimitFactor: env.production ? 1 : 100,
      firebaseProject: env.firebase?.projectId,
    },
    log,
  }
  return {
    ctx,
    database,
    clock,
    mailbox: env.smtpUrl ? undefined : mailbox,
    devnet: chains?.devnet,
    close: async () => {
      await chains?.close()
      await database.close()
    },
  }
}

/** Beside the embedded database their folder is locked already; beside another they lock their own. */
async function openLocalChains(env: Env, clock: Clock, log: Logger) {
  const folder = join(env.dataFolder, 'chains')
  await mkdir(folder, { recursive: true })
  const unlock = env.databaseUrl ? await lockFolder(folder) : async () => {}
  const devnet = await startDevnet({
    folder,
    now: clock.now,
    onFault: (error) => log.error({ err: error }, 'A block of a local chain could not be kept'),
  })
  const close = async () => {
    await devnet.close()
    await unlock()
  }
  return { devnet, close }
}

/** A worker apart asks the server for the chains that run there. */
function localOriginOf(env: Env): string {
  return env.publicOrigin ?? `http://${env.host}:${env.port}`
}
