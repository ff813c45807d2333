import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { navigateInApp } from './support/navigate-in-app.ts'
import { enterAndStayLoggedIn as enter } from './support/log-in.ts'
import { PIN } from './support/members.ts'
import { enterPin } from './support/pin.ts'
import { shareStretchedPin } from './support/pin-stretch.ts'
import { expectNoSecrets, plantBytes, readWords } from './support/wallet-steps.ts'

const LONG_PHRASE = [...Array.from({ length: 23 }, () => 'abandon'), 'art']
const LONG_ADDRESS = '0xF278cF59F82eDcf871d630F28EcC8056f25C1cdb'
const KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'

test('members import 24 words and a private key, and one device pays by scanning the code of the other', async ({
  page,
  browser,
  server,
  newMember,
  checkScreen,
}) => {
  test.setTimeout(480_000)
  const [payee, payer, third] = [await newMember(), await newMember(), await newMember()]

  const aPhone = async () => {
    const viewport = page.viewportSize()
    const context = await browser.newContext({ baseURL: server.url, viewport, hasTouch: true })
    await shareStretchedPin(context)
    return context.newPage()
  }
  const bring = async (phone: Page, way: string, secret: string) => {
    await navigateInApp(phone, '/wallet/create/')
    await phone.getByRole('button', { name: 'Import an existing wallet' }).click()
    await phone.getByRole('button', { name: way, exact: true }).click()
    const field = phone.getByRole('textbox', { name: way })
    await field.fill(secret)
    await phone.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(phone.getByRole('group', { name: 'PIN pad' })).toBeVisible()
    // Once the vault has read the words, they are removed from the page immediately.
    await expect(phone.locator('textarea')).toHaveValue('')
  }

  await enter(page, payee)
  await bring(page, 'Recovery phrase', LONG_PHRASE.join(' '))
  // When postponed, the wallet waits in the vault and need not be typed again.
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText(/We found wallet 0xF278.*1cdb/)).toBeVisible()
  await checkScreen('read')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await enterPin(page, PIN)
  await expect(page.getByRole('heading', { name: 'Wallet imported' })).toBeVisible()
  const { ethAddress } = await payee.api.call('wallet.info')
  expect(ethAddress).toBe(LONG_ADDRESS)
  await navigateInApp(page, '/wallet/receive')
  await page.getByRole('textbox', { name: 'Amount (optional)' }).fill('0.01')
  const code = page.getByRole('img', { name: `QR code for ${LONG_ADDRESS}` })
  const picture = (await code.screenshot()).toString('base64')

  // The other device's camera sees exactly this code.
  const phone = await aPhone()
  await phone.addInitScript((png) => {
    navigator.mediaDevices.getUserMedia = async () => {
      const image = new Image()
      image.src = `data:image/png;base64,${png}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = 640
      canvas.height = 640
      const context2d = canvas.getContext('2d')
      const draw = () => {
        if (!context2d) return
        context2d.fillStyle = '#fff'
        context2d.fillRect(0, 0, 640, 640)
        context2d.drawImage(image, 120, 120, 400, 400)
        requestAnimationFrame(draw)
      }
      draw()
      return canvas.captureStream(10)
    }
  }, picture)
  await enter(phone, payer)
  await bring(phone, 'Private key', KEY)
  await enterPin(phone, PIN)
  await expect(phone.getByRole('heading', { name: 'Wallet imported' })).toBeVisible()
  await phone.getByRole('link', { name: 'Go to wallet' }).click()
  await expect(phone.getByText('0.25 ETH', { exact: true })).toBeVisible({ timeout: 60_000 })
  await navigateInApp(phone, '/wallet/send/')
  await phone.getByRole('button', { name: 'Scan' }).click()
  await expect(phone.getByRole('textbox', { name: 'Amount' })).toHaveValue('0.01')
  await phone.getByRole('button', { name: 'Review' }).click()
  await phone.getByRole('button', { name: 'Confirm with PIN' }).click()
  await enterPin(phone, PIN)
  await expect(phone.getByRole('heading', { name: 'Arrived' })).toBeVisible({ timeout: 60_000 })
  await navigateInApp(phone, '/wallet/reveal-seed')
  await phone.getByRole('button', { name: 'Show with PIN' }).click()
  await enterPin(phone, PIN)
  await phone.getByRole('button', { name: 'Show the key' }).click()
  await expect(phone.getByText(KEY)).toBeVisible()
  await phone.evaluate(() => window.dispatchEvent(new Event('blur')))
  await expect(phone.getByText(KEY)).toHaveCount(0)
  await expectNoSecrets(phone, KEY)
  await phone.context().close()

  await navigateInApp(page, '/wallet/reveal-seed')
  await page.getByRole('button', { name: 'Show with PIN' }).click()
  await enterPin(page, PIN)
  expect(await readWords(page)).toEqual(LONG_PHRASE)
  await navigateInApp(page, '/wallet')
  await expect(page.getByText(/^From 0x7099/)).toBeVisible({ timeout: 60_000 })
  await expectNoSecrets(page, LONG_PHRASE)

  // A wallet of another account is rejected and does not block an own one.
  const other = await aPhone()
  await enter(other, third)
  await bring(other, 'Private key', KEY)
  await enterPin(other, PIN)
  await expect(other.getByRole('alert')).toContainText(
    'This wallet is connected to another account.',
  )
  await navigateInApp(other, '/wallet')
  await other.getByRole('link', { name: 'Create wallet' }).click()
  await expect(other.getByRole('button', { name: 'Create a new wallet' })).toBeVisible()
  await expectNoSecrets(other, KEY)

  // Verify the search itself: secrets planted in the database or on the page are found.
  await plantBytes(other, Buffer.from(KEY.slice(2), 'hex'))
  await expect(expectNoSecrets(other, KEY)).rejects.toThrow('key as bytes')
  await other.evaluate((words) => {
    for (const word of words) document.body.append(word, ' 7 ')
  }, LONG_PHRASE)
  await expect(expectNoSecrets(other, LONG_PHRASE)).rejects.toThrow('words on the page')
  await other.context().close()
})
