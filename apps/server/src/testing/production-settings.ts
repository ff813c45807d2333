/** Everything production asks for, and nothing else: a setting that becomes required is added here. */
export const PRODUCTION_SETTINGS = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://solstice:s3cret@db.harbor.example:5432/solstice',
  PUBLIC_ORIGIN: 'https://app.harbor.example',
  SESSION_KEY: 'k'.repeat(32),
  PIN_MASTER_KEY: 'm'.repeat(32),
  TRUST_PROXY: 'true',
  SMTP_URL: 'smtps://mailer:s3cret@mail.harbor.example',
  VAPID_PRIVATE_KEY: 'dGhlIGtleSBvZiBhIHNlcnZlciBpbiBvbmUgdGVzdCE',
  VAPID_SUBJECT: 'mailto:ops@harbor.example',
  MAIL_FROM: 'Solstice <hello@harbor.example>',
  PRICE_API_URL: 'https://prices.harbor.example/simple/price',
}

export const REQUIRED_IN_PRODUCTION = Object.keys(PRODUCTION_SETTINGS).filter(
  (name) => name !== 'NODE_ENV',
)
