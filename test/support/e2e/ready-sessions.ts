import type { Host } from '../../../worker/local/host/host.ts'

/** The sessions' cookies by address, in the order in which they are taken. */
export type Ready = Record<string, string[]>

const READY = 'OUTLAY_E2E_READY_SESSIONS'

/** Tells all test files which sessions the filled demo company has. */
export const offerReady = (ready: Ready): void => {
  process.env[READY] = JSON.stringify(ready)
}

const left = new WeakMap<Pick<Host, 'mailboxUrl'>, Ready>()

/** Says that a host begins with the filled demo company, so that each of its sessions can be taken once. */
export const beginReady = (host: Host): void => {
  left.set(host, JSON.parse(process.env[READY] ?? '{}') as Ready)
}

/** The cookie of a person's session that no one uses yet, if there is one. */
export const takeReady = (host: Pick<Host, 'mailboxUrl'>, email: string): string | undefined =>
  left.get(host)?.[email]?.shift()
