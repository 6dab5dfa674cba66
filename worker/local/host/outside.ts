import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DataFolder } from './data-folder.ts'
import { Mailbox } from './mailbox/store.ts'
import { createStandIns, type StandIns } from './stand-ins/index.ts'
import type { Timing } from './stand-ins/stripe/flows.ts'

export type { Timing }

/** What the Worker reaches outside of itself: the mailbox and the providers' stand-ins. */
export interface Outside {
  readonly mailbox: Mailbox
  readonly standIns: StandIns
  /** Reads mailbox and accounts from the folder again, as after a start. Nothing else is remembered, and no fault stays. */
  beginAnew(): void
  stop(): void
}

/**
 * @param workerUrl where the Worker receives webhooks
 * @param pages where people reach pages of providers
 */
export function openOutside(folder: DataFolder, workerUrl: string, pages: string, transfers?: Timing): Outside {
  const open = () => {
    const mailbox = new Mailbox(folder.mailbox)
    const keptStripe = keptText(join(folder.providers, 'stripe.json'))
    const keptSaml = keptText(join(folder.providers, 'saml.json'))
    return { mailbox, standIns: createStandIns({ mailbox, workerUrl, pages, keptStripe, transfers, keptSaml }) }
  }
  let now = open()
  return {
    get mailbox() {
      return now.mailbox
    },
    get standIns() {
      return now.standIns
    },
    beginAnew() {
      now.standIns.stop()
      now = open()
    },
    stop: () => now.standIns.stop(),
  }
}

/** A text that stays between runs. */
function keptText(file: string) {
  return {
    read: () => (existsSync(file) ? readFileSync(file, 'utf8') : null),
    write: (text: string) => writeFileSync(file, text),
  }
}
