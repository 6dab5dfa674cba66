/**
 * The caller when no person is: queues, the cron trigger, emails and webhooks that arrive. They call
 * operations like people do, and each is allowed only what it lists.
 */

/** The closed catalog of what the system can be allowed to do. Each job declares one of them as its access. */
export const SYSTEM_PERMISSIONS = [
  'system.answer-questions',
  'system.maintain',
  'system.provision',
  'system.read-documents',
  'system.receive-login',
  'system.receive-mail',
  'system.receive-webhook',
  'system.run-import',
  'system.run-sync',
  'system.run-task',
  'system.send-mail',
] as const
export type SystemPermission = (typeof SYSTEM_PERMISSIONS)[number]

const known: ReadonlySet<string> = new Set(SYSTEM_PERMISSIONS)
export const isSystemPermission = (access: string): access is SystemPermission => known.has(access)

export interface SystemActor {
  /** What it is doing, for the log: "outbox request.notify". */
  name: string
  /** The company it acts for. Null for work that concerns several, whose effects name their companies. */
  companyId: string | null
  may: readonly SystemPermission[]
}
