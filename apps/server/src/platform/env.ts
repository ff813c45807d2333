import { resolve } from 'node:path'
import { z } from 'zod'

const booleanText = z.enum(['true', 'false']).transform((text) => text === 'true')

const variables = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  SOLSTICE_DATA: z.string().min(1).default('.data'),
  SOLSTICE_NOW: z.iso.datetime({ offset: true }).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  TRUST_PROXY: booleanText.default(false),
  WORKER: booleanText.default(true),
  SESSION_KEY: z.string().min(32).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default('Solstice <no-reply@solstice.example>'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
})

export type Env = ReturnType<typeof readEnv>

/** What production must be told, because the default is only fit for one developer's machine. */
const REQUIRED_IN_PRODUCTION = [
  ['DATABASE_URL', 'the embedded database is for one process on one machine'],
  ['PUBLIC_ORIGIN', 'the address members open, for example https://app.example.com'],
  ['SESSION_KEY', 'at least 32 characters of randomness, for example from openssl rand -base64 32'],
  ['SMTP_URL', 'the development mailbox does not exist in production'],
] as const

/** Throws one message that names every setting that is wrong, so that a start fails once and not five times. */
export function readEnv(source: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(given)
  if (!parsed.success) {
    throw new SettingsError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    )
  }
  const env = parsed.data
  const production = env.NODE_ENV === 'production'
  if (production) {
    const problems = REQUIRED_IN_PRODUCTION.filter(([name]) => env[name] === undefined).map(
      ([name, why]) => `${name} is required in production: ${why}`,
    )
    if (env.SOLSTICE_NOW) problems.push('SOLSTICE_NOW is for development only')
    if (env.PUBLIC_ORIGIN && !env.PUBLIC_ORIGIN.startsWith('https://')) {
      problems.push(
        'PUBLIC_ORIGIN must be https in production: session cookies are sent on https only',
      )
    }
    if (problems.length > 0) throw new SettingsError(problems)
  }
  return {
    production,
    host: env.HOST,
    port: env.PORT,
    dataFolder: resolve(env.SOLSTICE_DATA),
    startAt: env.SOLSTICE_NOW === undefined ? undefined : new Date(env.SOLSTICE_NOW),
    databaseUrl: env.DATABASE_URL,
    publicOrigin: env.PUBLIC_ORIGIN?.replace(/\/$/, ''),
    trustProxy: env.TRUST_PROXY,
    worker: env.WORKER,
    sessionKey: env.SESSION_KEY,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  }
}

export class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `The server cannot start with these settings:\n${problems.map((p) => `  - ${p}`).join('\n')}`,
    )
  }
}
