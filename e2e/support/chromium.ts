/** Debian's Chromium, kept from looking for services that a closed network does not have. */
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

/** The same without a browser's own windows around the page, which nobody sees here but which cost a third of the time. */
export const WINDOWLESS = {
  executablePath: '/usr/bin/chromium-headless-shell',
  // One tile holds the screen of a phone, so that its shadows are drawn once.
  args: [...CHROMIUM.args, '--default-tile-width=400', '--default-tile-height=900'],
}

export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
}
