/**
 * Contains exactly the settings that production requires; a newly required setting is added here.
 */
export const PRODUCTION_SETTINGS = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://solstice:s3cret@db.harbor.example:5432/solstice',
  PUBLIC_ORIGIN: 'https://app.harbor.example',
  CONSOLE_ORIGIN: 'https://console.harbor.example',
  SESSION_KEY: 'Qv3mX0sT9bLw7yHcR2fKjZ5nUe8gPa1D',
  PIN_MASTER_KEY: 'h6RtY1wBz4KqN8vDx3LcJ9sMf0GpUe7A',
  POINTS_LOG_KEY: 'w7LpC2nVx9RtK4sBq1ZyM6hJd8FgUe3T',
  TRUST_PROXY: 'true',
  SMTP_URL: 'smtps://mailer:s3cret@mail.harbor.example',
  VAPID_PRIVATE_KEY: 'dGhlIGtleSBvZiBhIHNlcnZlciBpbiBvbmUgdGVzdCE',
  VAPID_SUBJECT: 'mailto:ops@harbor.example',
  MAIL_FROM: 'Solstice <hello@harbor.example>',
  SUPPORT_EMAIL: 'help@harbor.example',
  AUDIT_MAIL: 'audit@archive.example',
  PRICE_API_URL: 'https://prices.harbor.example/simple/price',
}

export const REQUIRED_IN_PRODUCTION = Object.keys(PRODUCTION_SETTINGS).filter(
  (name) => name !== 'NODE_ENV',
)

/** Tokens for the first start, while the database has no operator. */
export const OPERATOR_TOKENS = [
  'sol_op_Zt5WqB8rLx2NcV7mKd4HsY1jPf9GuE0a',
  'sol_op_n3RbT6yXk1VwQ8dMz5LhC0sJg7FpUe2D',
] as const
