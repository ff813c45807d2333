import type { PushDevice, PushService, ReceivedPush } from './push-service.ts'
import type { TestApp } from './test-app.ts'
import { signUpMember, type Browser } from './test-member.ts'

export type MemberWithDevice = Browser & {
  email: string
  userId: number
  device: PushDevice
  /** Returns the pushes that this device received, oldest first. */
  received: () => ReceivedPush[]
}

/** Signs a member up and enables push notifications. */
export async function memberWithDevice(
  server: TestApp,
  service: PushService,
): Promise<MemberWithDevice> {
  const member = await signUpMember(server)
  const device = await addDevice(member, service)
  const received = () => service.received.filter(({ endpoint }) => endpoint === device.endpoint)
  return { ...member, device, received }
}

export async function addDevice(member: Browser, service: PushService): Promise<PushDevice> {
  const device = service.aDevice()
  const { code } = await member.call('push.subscribe', { body: device })
  if (code !== 0) throw new Error(`The subscription was refused with ${code}`)
  return device
}

/** Advances the clock in steps and runs due jobs after each, as a running server would. */
export async function pass(server: TestApp, ms: number, stepMs = 10_000): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    server.clock.advance(stepMs)
    await server.worker.runDue()
  }
}
