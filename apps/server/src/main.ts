import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileMailbox } from './adapters/mailbox-mailer.ts'
import { smtpMailer } from './adapters/smtp-mailer.ts'
import { BUILT_WEB, buildApp } from './app.ts'
import { DEMO_ACCOUNT, seedDemo } from './demo.ts'
import { systemClock } from './platform/clock.ts'
import type { AppContext } from './platform/context.ts'
import { openPglite, openPostgres } from './platform/db.ts'
import { readEnv, SettingsError, type Env } from './platform/env.ts'
import { FolderInUseError } from './platform/folder-lock.ts'
import { keysFrom, secretFromFolder } from './platform/keys.ts'
import { createLogger } from './platform/logger.ts'
import { migrate } from './platform/migrate.ts'
import { argon2idHasher } from './platform/password-hasher.ts'

/** The composition root: settings become adapters, adapters a context, the context a server. */
async function start(env: Env): Promise<void> {
  const log = createLogger(env.logLevel)
  const clock = systemClock()
  if (env.startAt) clock.setTo(env.startAt)

  const database = env.databaseUrl
    ? await openPostgres(env.databaseUrl, (error) =>
        log.error({ err: error }, 'Database connection lost'),
      )
    : await openPglite(env.dataFolder)
  await migrate(database)

  const mailbox = env.smtpUrl
    ? undefined
    : fileMailbox(join(env.dataFolder, 'mailbox.jsonl'), clock.now)
  const ctx: AppContext = {
    db: database.db,
    now: clock.now,
    randomBytes,
    keys: keysFrom(env.sessionKey ?? (await secretFromFolder(env.dataFolder, 'session-key'))),
    passwords: argon2idHasher(),
    mailer: mailbox ?? smtpMailer(requireText(env.smtpUrl), env.mailFrom),
    log,
  }
  if (!env.production) await seedDemo(ctx)

  const app = await buildApp(ctx, {
    production: env.production,
    publicOrigin: env.publicOrigin,
    trustProxy: env.trustProxy,
    webFolder: BUILT_WEB,
    ...(env.production ? {} : { devTools: { mailbox, clock } }),
  })
  const listening = new URL(await app.listen({ host: env.host, port: env.port }))
  if (env.startAt) clock.setTo(env.startAt)
  announce(env, listening.port)

  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    await app.close()
    await database.close()
  }
  process.once('SIGTERM', () => void stop())
  process.once('SIGINT', () => void stop())
}

function announce(env: Env, port: string): void {
  const host = env.host === '127.0.0.1' || env.host === '0.0.0.0' ? 'localhost' : env.host
  const address = env.publicOrigin ?? `http://${host}:${port}`
  const lines = [`Solstice is ready at ${address}`]
  if (!env.production) {
    lines.push(`  demo account  ${DEMO_ACCOUNT.email} / ${DEMO_ACCOUNT.password}`)
    lines.push(`  mailbox       ${address}/dev/mailbox`)
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}

function requireText(text: string | undefined): string {
  if (text === undefined) throw new Error('A setting that was checked before is missing')
  return text
}

try {
  await start(readEnv(process.env))
} catch (error) {
  const expected = error instanceof SettingsError || error instanceof FolderInUseError
  process.stderr.write(
    `${expected ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  )
  process.exit(1)
}
