import { join, resolve } from 'node:path'
import { z } from 'zod'
import { DEFAULT_WEB_SETTINGS } from '@solstice/contract/web-settings'
import { ROOT_ABOVE_DEFAULT } from '@solstice/rules/distribution'
import { databaseProblems, databaseVariables, isUnencrypted } from './database-settings.ts'
import { firebaseOf, firebaseProblems } from './firebase-settings.ts'
import { keyProblems, keyVariables, previousKeysOf } from './key-settings.ts'
import { defaultRelayFees, treasuryVariables } from './treasury-settings.ts'
import { isDatabaseUnencrypted } from './unencrypted.ts'
import {
  walletConnectOf,
  walletConnectProblems,
  walletConnectVariables,
} from './wallet-connect-settings.ts'
import { alarmWebhookOf, webhookProblems, webhookVariables } from './webhook-settings.ts'
import { isWeakSecret } from './weak-secret.ts'

/**
 * Normalises the origin to the form that browsers send: in lower case, without the default port.
 */
const origin = z
  .url({
    protocol: /^https?$/,
    abort: true,
    error: 'expected a URL such as https://app.example.com',
  })
  .transform((text) => new URL(text))
  .refine((url) => url.href === `${url.origin}/`, 'an origin must have neither a path nor a query')
  .transform((url) => url.origin)

const booleanText = z.enum(['true', 'false']).transform((text) => text === 'true')

const variables = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  SOLSTICE_DATA: z.string().min(1).default('.data'),
  SOLSTICE_NOW: z.iso.datetime({ offset: true }).optional(),
  ...databaseVariables,
  PUBLIC_ORIGIN: origin.optional(),
  CONSOLE_ORIGIN: origin.optional(),
  CONSOLE_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  CONSOLE_ENVIRONMENT: z.enum(['production', 'staging', 'development']).optional(),
  TRUST_PROXY: booleanText.default(false),
  WORKER: booleanText.default(true),
  ...keyVariables,
  OPERATOR_TOKEN: z
    .string()
    .min(32)
    .regex(/^[\w.~+/=-]+$/, 'expected letters, digits and -._~+/= only, as headers carry them')
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'expected smtps://user:password@host' })
    .optional(),
  MAIL_FROM: z.string().min(3).default('Solstice <no-reply@solstice.example>'),
  AUDIT_MAIL: z.email('expected an email address').optional(),
  SUPPORT_EMAIL: z.email('expected an email address').default(DEFAULT_WEB_SETTINGS.supportEmail),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'expected mailto:… or https://…')
    .default('mailto:no-reply@solstice.example'),
  PUSH_HOSTS: z.string().min(1).optional(),
  PREVIEW_HOSTS: z.string().default('localhost,127.0.0.1,preview*'),
  FIREBASE_PROJECT_ID: z.string().min(1).optional(),
  FIREBASE_API_KEY: z.string().min(1).optional(),
  FIREBASE_APP_ID: z.string().min(1).optional(),
  REMOTE_CONFIG_URL: z.url({ protocol: /^https?$/ }).optional(),
  INSTALLATIONS_URL: z.url({ protocol: /^https?$/ }).optional(),
  SENTRY_DSN: z.url({ protocol: /^https?$/ }).optional(),
  LOCAL_CHAINS: booleanText.optional(),
  NETWORKS: z.string().min(1).optional(),
  ETHERSCAN_URL: z.url({ protocol: /^https?$/ }).default('https://api.etherscan.io/v2/api'),
  ETHERSCAN_API_KEY: z.string().min(1).optional(),
  ETHERSCAN_CALLS_PER_DAY: z.coerce.number().int().min(0).default(50_000),
  REWARD_ROOT_ABOVE: z.coerce.number().int().min(0).max(1_000_000).default(ROOT_ABOVE_DEFAULT),
  ...treasuryVariables,
  POINTS_LOG_CHAIN: z.coerce.number().int().min(0).optional(),
  SIGNER_LIMITS: z.string().min(1).optional(),
  SIGNER_DATA: z.string().min(1).optional(),
  /** Lets every operator's call run without a second person, for tests that are not about it. */
  APPROVALS: z.enum(['on', 'off']).default('on'),
  DIE_AT: z.string().min(1).optional(),
  PRICE_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  PRICE_API_KEY: z.string().min(1).optional(),
  ...webhookVariables,
  ...walletConnectVariables,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
})

/**
 * All setting names; a test checks the deployment page against them.
 * @internal
 */
export const SETTING_NAMES = Object.keys(variables.shape)

export type Env = ReturnType<typeof readEnv>

/**
 * The settings that production requires, because their defaults only suit one developer's machine.
 */
const REQUIRED_IN_PRODUCTION = [
  ['DATABASE_URL', 'the embedded database is for one process on one machine'],
  ['PUBLIC_ORIGIN', 'the address members open, for example https://app.example.com'],
  ['CONSOLE_ORIGIN', 'the address operators open, for example https://console.example.com'],
  ['SESSION_KEY', 'at least 32 characters of randomness, for example from openssl rand -base64 32'],
  ['PIN_MASTER_KEY', 'at least 32 characters of randomness, stored separately from the database'],
  ['POINTS_LOG_KEY', 'signs the public points log; at least 32 characters of randomness'],
  [
    'TRUST_PROXY',
    'true behind a proxy, whose members would else share one limit; false where members reach this server',
  ],
  ['SMTP_URL', 'the development mailbox does not exist in production'],
  [
    'VAPID_PRIVATE_KEY',
    "what the browsers' push services know this server by, for example from openssl rand -base64 32; keep it for good",
  ],
  ['VAPID_SUBJECT', 'how push services reach you, for example mailto:ops@example.com'],
  ['MAIL_FROM', 'the sender members see, for example Solstice <hello@example.com>'],
  ['SUPPORT_EMAIL', 'the support address that the help, the privacy policy and mails show'],
  ['AUDIT_MAIL', 'an address outside, where nobody with the database can change the checkpoints'],
  ['PRICE_API_URL', 'made-up prices would be shown as real'],
] as const

/**
 * Throws one message that names every invalid setting, so that a start does not fail once per
 * setting.
 */
export function readEnv(source: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(given)
  const production = given['NODE_ENV'] === 'production'
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...(parsed.data ? portProblems(parsed.data) : []),
    ...firebaseProblems(given),
    ...environmentProblems(given),
    ...treasuryProblems(given),
    ...approvalProblems(given),
    ...webhookProblems(given),
    ...databaseProblems(given),
    ...walletConnectProblems(given),
    ...keyProblems(given),
    ...(production ? productionProblems(given) : []),
  ]
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems)
  const env = parsed.data
  return {
    production,
    host: env.HOST,
    port: env.PORT,
    metrics:
      env.METRICS_PORT === undefined
        ? undefined
        : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    dataFolder: resolve(env.SOLSTICE_DATA),
    startAt: env.SOLSTICE_NOW === undefined ? undefined : new Date(env.SOLSTICE_NOW),
    databaseUrl: env.DATABASE_URL,
    replicaUrl: env.DATABASE_REPLICA_URL,
    databaseUnencrypted: isUnencrypted(env.DATABASE_URL),
    publicOrigin: env.PUBLIC_ORIGIN,
    consoleOrigin: env.CONSOLE_ORIGIN,
    consolePort: consolePortOf(env),
    consoleEnvironment: env.CONSOLE_ENVIRONMENT ?? (production ? 'production' : 'development'),
    trustProxy: env.TRUST_PROXY,
    worker: env.WORKER,
    sessionKey: env.SESSION_KEY,
    pinMasterKey: env.PIN_MASTER_KEY,
    fingerprintKey: env.FINGERPRINT_KEY,
    logKey: env.LOG_KEY,
    pointsLogKey: env.POINTS_LOG_KEY,
    pointsLogChain: env.POINTS_LOG_CHAIN,
    relayFeesPerDay: env.RELAY_FEES_PER_DAY ?? defaultRelayFees(production),
    previousKeys: previousKeysOf(env),
    operatorToken: env.OPERATOR_TOKEN,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    supportEmail: env.SUPPORT_EMAIL,
    auditMail: env.AUDIT_MAIL,
    vapidPrivateKey: env.VAPID_PRIVATE_KEY,
    vapidSubject: env.VAPID_SUBJECT,
    pushHosts: env.PUSH_HOSTS?.split(',').map((host) => host.trim()),
    previewHosts: env.PREVIEW_HOSTS.split(',').map((host) => host.trim()),
    firebase: firebaseOf(env),
    walletConnect: walletConnectOf(env),
    errorReportingDsn: env.SENTRY_DSN,
    // Enabled with the embedded database unless the setting overrides it.
    localChains: env.LOCAL_CHAINS ?? (!production && !env.DATABASE_URL && !env.NETWORKS),
    networksFile: env.NETWORKS === undefined ? undefined : resolve(env.NETWORKS),
    etherscan: {
      url: env.ETHERSCAN_URL,
      apiKey: env.ETHERSCAN_API_KEY,
      callsPerDay: env.ETHERSCAN_CALLS_PER_DAY,
    },
    rewardRootAbove: env.REWARD_ROOT_ABOVE,
    treasuryAddress: env.TREASURY_ADDRESS,
    treasuryKey: env.TREASURY_KEY,
    signer: signerPaths(env),
    approvals: env.APPROVALS,
    dieAt: env.DIE_AT,
    priceApi:
      env.PRICE_API_URL === undefined
        ? undefined
        : { url: env.PRICE_API_URL, apiKey: env.PRICE_API_KEY },
    alarmWebhook: alarmWebhookOf(env),
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  }
}

/**
 * In development the port after the app's. In production a server without the setting serves no
 * console, because the next port may belong to another server on the same machine.
 */
function consolePortOf({ NODE_ENV, PORT, CONSOLE_PORT }: z.output<typeof variables>) {
  if (CONSOLE_PORT !== undefined || NODE_ENV === 'production') return CONSOLE_PORT
  return PORT === 0 ? 0 : (PORT + 1) % 65_536
}

function portProblems(env: z.output<typeof variables>): string[] {
  const { PORT, METRICS_PORT } = env
  const problems: string[] = []
  if (METRICS_PORT === PORT && PORT !== 0) {
    problems.push('METRICS_PORT: must differ from the port of the app')
  }
  // The system chooses a free port for 0; without a port there is no console.
  const consolePort = consolePortOf(env)
  if (!consolePort) return problems
  if (consolePort === PORT) {
    problems.push('CONSOLE_PORT: must differ from the port of the app')
  }
  if (consolePort === METRICS_PORT) {
    problems.push('CONSOLE_PORT: must differ from METRICS_PORT')
  }
  return problems
}

function signerPaths(
  env: Pick<z.output<typeof variables>, 'SIGNER_LIMITS' | 'SIGNER_DATA' | 'SOLSTICE_DATA'>,
) {
  return {
    limitsFile: env.SIGNER_LIMITS === undefined ? undefined : resolve(env.SIGNER_LIMITS),
    folder: resolve(env.SIGNER_DATA ?? join(env.SOLSTICE_DATA, 'signer')),
  }
}

/**
 * Rejects the key outside the signer: servers and workers only need the address that members pay
 * to.
 */
function treasuryProblems(given: Record<string, string | undefined>): string[] {
  if (given['TREASURY_KEY'] === undefined) return []
  const isProduction = given['NODE_ENV'] === 'production'
  if (!isProduction && given['TREASURY_ADDRESS'] === undefined) return []
  return [
    'TREASURY_KEY belongs to the signer alone: give it to `npm run signer`, which prints its address, ' +
      'and give servers and workers that address as TREASURY_ADDRESS (docs/deployment.md, The signer)',
  ]
}

/** A switch that removes a control must not exist outside tests. */
function approvalProblems(given: Record<string, string | undefined>): string[] {
  return given['APPROVALS'] === 'off' && given['NODE_ENV'] !== 'test'
    ? ['APPROVALS: off needs NODE_ENV=test']
    : []
}

/** With these settings a server is not just one developer's own, so NODE_ENV has no default. */
const REQUIRES_NODE_ENV = ['DATABASE_URL', 'PUBLIC_ORIGIN'] as const

function environmentProblems(given: Record<string, string | undefined>): string[] {
  if (given['NODE_ENV'] !== undefined) return []
  const set = REQUIRES_NODE_ENV.filter((name) => given[name] !== undefined)
  if (set.length === 0) return []
  return [
    `NODE_ENV is required with ${set.join(' and ')}: production, or development for a developer's own server`,
  ]
}

/** Guessing one of these secrets gives access to every account or to the treasury. */
const SECRETS = [
  'SESSION_KEY',
  'PIN_MASTER_KEY',
  'FINGERPRINT_KEY',
  'LOG_KEY',
  'POINTS_LOG_KEY',
  'OPERATOR_TOKEN',
  'VAPID_PRIVATE_KEY',
  'ALARM_WEBHOOK_SECRET',
  'TREASURY_KEY',
] as const

function secretProblems(given: Record<string, string | undefined>): string[] {
  return SECRETS.flatMap((name) => {
    const secret = given[name]?.replace(/^0x/, '')
    if (secret === undefined || !isWeakSecret(secret)) return []
    return [`${name} is too weak: use randomness, for example from openssl rand`]
  })
}

function productionProblems(given: Record<string, string | undefined>): string[] {
  const problems = REQUIRED_IN_PRODUCTION.filter(([name]) => given[name] === undefined).map(
    ([name, why]) => `${name} is required in production: ${why}`,
  )
  problems.push(...secretProblems(given))
  if (given['PIN_MASTER_KEY'] && given['PIN_MASTER_KEY'] === given['SESSION_KEY']) {
    problems.push('PIN_MASTER_KEY must differ from SESSION_KEY: one is changed after a leak')
  }
  if (given['LOCAL_CHAINS'] === 'true') problems.push('LOCAL_CHAINS are for development only')
  if (given['DIE_AT']) problems.push('DIE_AT is for fault runs only')
  if (given['SOLSTICE_NOW']) problems.push('SOLSTICE_NOW is for development only')
  problems.push(...originProblems(given))
  return problems
}

function originProblems(given: Record<string, string | undefined>): string[] {
  const problems = ['PUBLIC_ORIGIN', 'CONSOLE_ORIGIN'].flatMap((name) =>
    // Checks the parsed value, not its spelling.
    origin.safeParse(given[name]).data?.startsWith('http:')
      ? [`${name} must be https in production: session cookies are sent on https only`]
      : [],
  )
  const [app, console] = [given['PUBLIC_ORIGIN'], given['CONSOLE_ORIGIN']].map((text) => {
    const { data } = origin.safeParse(text)
    return data === undefined ? undefined : new URL(data).hostname
  })
  if (app !== undefined && app === console) {
    problems.push(
      'CONSOLE_ORIGIN must have another host than PUBLIC_ORIGIN: cookies do not distinguish ports',
    )
  }
  return problems
}

/**
 * The signer is a separate process with few settings, and those that allow payments have no
 * default.
 */
const signerVariables = variables
  .pick({
    NODE_ENV: true,
    SOLSTICE_DATA: true,
    SIGNER_DATA: true,
    RELAY_FEES_PER_DAY: true,
    LOG_LEVEL: true,
    DIE_AT: true,
  })
  .extend({
    DATABASE_URL: variables.shape.DATABASE_URL.unwrap(),
    TREASURY_KEY: variables.shape.TREASURY_KEY.unwrap(),
    SIGNER_LIMITS: z.string().min(1),
  })

const SIGNER_NEEDS = {
  DATABASE_URL: 'the database that servers and workers use',
  TREASURY_KEY: 'the key of the account that pays: 0x and 64 hex digits',
  SIGNER_LIMITS: 'a file with the hard limits of every token that is paid',
}

export function readSignerEnv(source: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const missing = Object.entries(SIGNER_NEEDS).filter(([name]) => given[name] === undefined)
  const parsed = signerVariables.safeParse(given)
  const production = given['NODE_ENV'] === 'production'
  const problems = [
    ...missing.map(([name, description]) => `${name} is required by the signer: ${description}`),
    ...(parsed.error?.issues ?? [])
      .filter(({ path }) => !missing.some(([name]) => name === path[0]))
      .map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...environmentProblems(given),
    ...(production ? secretProblems(given) : []),
    ...(production && given['SIGNER_DATA'] === undefined
      ? ['SIGNER_DATA is required by the signer in production: a folder that only it can write']
      : []),
    ...(production && given['DIE_AT'] ? ['DIE_AT is for fault runs only'] : []),
  ]
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems)
  const env = parsed.data
  return {
    databaseUrl: env.DATABASE_URL,
    databaseUnencrypted: production && isDatabaseUnencrypted(env.DATABASE_URL),
    treasuryKey: env.TREASURY_KEY,
    limitsFile: resolve(env.SIGNER_LIMITS),
    folder: signerPaths(env).folder,
    relayFeesPerDay: env.RELAY_FEES_PER_DAY,
    dieAt: env.DIE_AT,
    logLevel: env.LOG_LEVEL ?? 'info',
  }
}

export class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `The server cannot start with these settings:\n${problems.map((p) => `  - ${p}`).join('\n')}`,
    )
  }
}
