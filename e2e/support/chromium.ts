/** Debian's Chromium, configured not to contact services that a closed network lacks. */
export const CHROMIUM = {
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/**
 * The headless shell without browser windows, which are invisible here but cost a third of the
 * time.
 */
export const HEADLESS_SHELL = {
  executablePath: '/usr/bin/chromium-headless-shell',
  // One tile covers a phone screen, so that shadows are rendered once.
  args: [...CHROMIUM.args, '--default-tile-width=400', '--default-tile-height=900'],
}

export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
}
