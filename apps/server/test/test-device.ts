import type { PushDevice, PushService, ReceivedPush } from './push-service.ts'
import type { TestApp } from './test-app.ts'
import { signUpMember, type Browser } from './test-member.ts'

export type MemberWithDevice = Browser & {
  email: string
  userId: number
  device: PushDevice
  /** What this device received, oldest first. */
  received: () => ReceivedPush[]
}

/** Somebody who signed up and said yes to notifications. */
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

/** Time passes as it does for a running server: the worker looks again and again. */
export async function pass(server: TestApp, ms: number, stepMs = 10_000): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    server.clock.advance(stepMs)
    await server.worker.runDue()
  }
}
