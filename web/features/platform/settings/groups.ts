import { matchesName } from '../search/index.ts'
import { ALSO, type NavEntry } from '../shell/index.ts'

/** The pages of the settings as people look for them, by their ids in the menu. */
interface Group {
  title: string
  /** What one does on each page. */
  pages: Record<string, string>
}

export const GROUPS: readonly Group[] = [
  {
    title: 'Company',
    pages: {
      'company-settings': 'Currency, time zone of the books, and how approvals work.',
      modules: 'The parts of Outlay your company uses.',
      departments: 'Where spend belongs, and who approves it.',
      'business-units': 'Units across departments, with their own approvers.',
      locations: 'Offices and other places.',
      entities: 'The company’s legal entities.',
      'spend-categories': 'What the company spends on.',
      'revenue-categories': 'Where the company’s revenue comes from.',
    },
  },
  {
    title: 'People',
    pages: {
      members: 'Who has access, and to what.',
      groups: 'People who approve or get updates together.',
      notifications: 'Which emails people get, and when.',
    },
  },
  {
    title: 'Requests and approvals',
    pages: {
      'request-configuration': 'Categories with their forms and approval workflows.',
      approvals: 'Deadlines, business hours, and approving by email.',
      'spend-rules': 'Which spend requests need which approvals.',
      'approver-matrix': 'Tables of approvers that workflows look up.',
    },
  },
  {
    title: 'Vendors and sourcing',
    pages: {
      'vendor-settings': 'Vendor fields, forms, and renewals.',
      'own-vendor-forms': 'The forms that vendors fill in.',
      'sourcing-settings': 'Public forms and sourcing events.',
    },
  },
  {
    title: 'Payments and accounting',
    pages: {
      'payments-settings': 'Bank accounts, bill rules, checks, and limits.',
      'email-forwarding': 'The addresses that receive invoices and documents.',
      'exchange-rates': 'Rates between your currency and others.',
      'actuals-mappings': 'Accounts and departments of the accounting system.',
      'budget-mappings': 'Names that plans use for departments and categories.',
    },
  },
  {
    title: 'Data and integrations',
    pages: {
      integrations: 'Accounting system, and how people log in.',
      scim: 'People from Okta, Entra and others, and what their departments mean here.',
      'api-keys': 'Keys that give programs access to Outlay.',
      configuration: 'All settings as a file, to copy or to compare.',
      'audit-log': 'Who changed what, and when.',
    },
  },
]

interface SettingsPageEntry {
  id: string
  label: string
  text: string
  href: NavEntry['href']
}

const leaves = (entries: readonly NavEntry[]): NavEntry[] =>
  entries.flatMap((entry) => (entry.children ? leaves(entry.children) : [entry]))

/** What a page is called where its menu, which says the rest, isn't shown. */
const LABELS = new Map([
  ['actuals-mappings', 'Actuals mappings'],
  ['budget-mappings', 'Budget mappings'],
])

/**
 * The groups with the pages that a person can open and that a text finds, by their names, by what one does there, and by
 * what people call them.
 */
export const settingsGroups = (
  entries: readonly NavEntry[],
  text: string,
): { title: string; pages: SettingsPageEntry[] }[] => {
  const byId = new Map(leaves(entries).map((entry) => [entry.id, entry]))
  return GROUPS.map(({ title, pages }) => ({
    title,
    pages: Object.entries(pages).flatMap(([id, about]) => {
      const entry = byId.get(id)
      if (!entry) return []
      const label = LABELS.get(id) ?? entry.label
      const isFound = !text.trim() || matchesName(text, title, label, about, ALSO[id])
      return isFound ? [{ id, label, text: about, href: entry.href }] : []
    }),
  })).filter(({ pages }) => pages.length > 0)
}
