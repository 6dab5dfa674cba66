import type { PushedKind } from './rows.ts'

/** Lines of each kind as people copy them, in both formats. A test reads them. */
export const EXAMPLES: Record<PushedKind, readonly Record<string, string>[]> = {
  currencies: [{ code: 'EUR', name: 'Euro' }],
  entities: [{ id: 'US', name: 'Brightwater Inc.', currency: 'USD' }],
  accounts: [
    { id: '6100', name: 'Software', number: '6100', type: 'OPEX', group: 'Operating expenses' },
    { id: '4000', name: 'Subscriptions', number: '4000', type: 'REVENUE', group: 'Income' },
  ],
  departments: [{ id: 'ENG', name: 'Engineering' }],
  locations: [{ id: 'NYC', name: 'New York' }],
  classes: [{ id: 'SMB', name: 'Small business' }],
  vendors: [{ id: 'V-204', name: 'Atlas Analytics', email: 'billing@atlas.example' }],
  transactions: [
    {
      ...{ documentId: 'B-1001', documentType: 'BILL', documentNumber: 'INV-77', date: '2026-11-02', lineId: '1' },
      ...{ accountId: '6100', amount: '1250.00', currency: 'USD', vendorId: 'V-204', departmentId: 'ENG' },
      memo: 'Team plan, November',
    },
    {
      ...{ documentId: 'S-2040', documentType: 'INVOICE', documentNumber: '2040', date: '2026-11-03', lineId: '1' },
      ...{ accountId: '4000', amount: '-9800.00', currency: 'USD', vendorId: '', departmentId: '' },
      memo: 'Subscription, November',
    },
  ],
}

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const exampleCsv = (kind: PushedKind): string => {
  const [first = {}, ...others] = EXAMPLES[kind]
  const columns = Object.keys(first)
  const lines = [first, ...others].map((row) => columns.map((column) => quoted(row[column] ?? '')).join(','))
  return [columns.join(','), ...lines].join('\n')
}

export const exampleNdjson = (kind: PushedKind): string =>
  EXAMPLES[kind]
    .map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== ''))))
    .join('\n')
