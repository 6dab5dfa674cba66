import sparticuz from '@sparticuz/chromium'
import { onDisk } from '../files-in-memory.ts'

/** Where the browser is. The first call on a machine unpacks it. */
export const browserFile = (): Promise<string> => onDisk(() => sparticuz.executablePath())

/** Before several processes start it at once: one that is still being written can't be started. */
export default async function setup(): Promise<void> {
  await browserFile()
}
