import { ACCOUNTS, objectId } from './book-objects.ts'

/** An order of the demo company that its accounting system has. */
export const SENT_ORDER = {
  id: '91042',
  number: 'PURCH1042',
  daysAgo: 31,
  vendor: objectId('VENDOR', 'Granite Hosting'),
  account: objectId('ACCOUNT', ACCOUNTS.saas?.name ?? ''),
  department: objectId('DEPARTMENT', 'Engineering'),
  memo: 'Cloud hosting, fourth quarter',
  description: 'Hosting',
  dollars: 48_000,
}
