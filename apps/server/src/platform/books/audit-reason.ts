/** Returns the reason that an operator gave for a call, if any. */
export function reasonIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('reason' in body)) return undefined
  return typeof body.reason === 'string' ? body.reason : undefined
}

/** Returns the settings in a body, for calls whose other fields are all settings. */
export function withoutReason<Body extends { reason?: string | undefined }>({
  reason: _reason,
  ...settings
}: Body): Omit<Body, 'reason'> {
  return settings
}
