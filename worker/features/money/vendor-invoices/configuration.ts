import { z } from 'zod'
import { callOf, settingsSection } from '../../platform/configuration/index.ts'
import { readSettings, setSettings } from './settings.ts'

settingsSection<{ accepts: boolean }, { accepted: boolean }>({
  key: 'vendorInvoices',
  title: 'Invoices in the vendor portal',
  order: 73,
  access: 'payments.configure',
  unavailable: 'Payments aren’t turned on here',
  shape: z.strictObject({ accepted: z.boolean() }),
  read: (context) => callOf(readSettings, context, {}),
  toFile: ({ accepts }) => ({ accepted: accepts }),
  fromFile: ({ accepted }) => ({ accepts: accepted }),
  write: (context, raw) => callOf(setSettings, context, raw),
})
