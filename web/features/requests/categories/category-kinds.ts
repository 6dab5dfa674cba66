import { useMatch } from '@tanstack/react-router'
import type { IntakeCategoryType } from '../../../../schema/requests/categories/category-endpoints.ts'
import type { Permission } from '../../../../schema/shared/permissions.ts'
import { type Address, to } from '../../../lib/address.ts'

/** What differs between the categories that share these pages: addresses and words. */
export interface CategoryKind {
  type: IntakeCategoryType
  /** Who can create, copy and order them. */
  createdBy: Permission
  /** The start of each category page's address. */
  base: `/settings/${'intake' | 'sourcing' | 'vendor-intake'}-categories`
  /** The list of all. */
  list: Address
  /** The list's title, and the start of the browser tab's title. */
  title: string
  subtitle: string
  tabTitle: string
  empty: { title: string; text: string }
  filed: string
  /** The name of one category, and of what is filed in it. */
  noun: 'category' | 'form'
  filedNoun: 'request' | 'form'
  openLabel: string
  nameHint: string
  descriptionHint: string
}

const INTERNAL: CategoryKind = {
  type: 'INTERNAL',
  createdBy: 'requests.create-category',
  base: '/settings/intake-categories',
  list: to('/settings/intake-categories'),
  title: 'Request configuration',
  subtitle: 'What people can request, which questions they answer, and who approves.',
  tabTitle: 'Request configuration',
  empty: {
    title: 'No request categories yet',
    text: 'A category is something people request, such as software, travel or a new vendor. It has a form and approval workflows.',
  },
  filed: 'Requests filed',
  noun: 'category',
  filedNoun: 'request',
  openLabel: 'Open for requests',
  nameHint: 'Requesters choose by name, for example Software, Travel or New vendor.',
  descriptionHint: 'When to choose this category. Shown under its name.',
}

const SOURCING: CategoryKind = {
  type: 'PUBLIC',
  createdBy: 'sourcing.create-category',
  base: '/settings/sourcing-categories',
  list: to('/settings/sourcing'),
  title: 'Sourcing',
  subtitle: 'Forms that people outside your company can fill in without logging in, and who reviews them.',
  tabTitle: 'Sourcing configuration',
  empty: {
    title: 'No sourcing forms yet',
    text: 'A sourcing form has its own link to share, for example “Offer us your services”. Submissions run through the form’s workflows like requests.',
  },
  filed: 'Forms received',
  noun: 'form',
  filedNoun: 'form',
  openLabel: 'Open to the public',
  nameHint: 'The title of the public form, e.g. Supplier registration.',
  descriptionHint: 'Shown under the title of the public form.',
}

const VENDOR: CategoryKind = {
  type: 'VENDOR',
  createdBy: 'vendor-forms.create-category',
  base: '/settings/vendor-intake-categories',
  list: to('/settings/vendor-intake-categories'),
  title: 'Vendor forms',
  subtitle: 'Forms for your vendors to fill in, and who approves their answers.',
  tabTitle: 'Vendor form configuration',
  empty: {
    title: 'No vendor forms yet',
    text: 'A vendor form asks a vendor for what you need to know, such as bank details or certificates. Its workflows say who approves the answers.',
  },
  filed: 'Forms received',
  noun: 'form',
  filedNoun: 'form',
  openLabel: 'Ready to send',
  nameHint: 'For example, Onboarding or Security review.',
  descriptionHint: 'What the form is for. Visible to the vendor.',
}

const KINDS = [INTERNAL, SOURCING, VENDOR]

/** By the page's own address: that of the window is the next page's while it loads. */
export const useCategoryKind = (): CategoryKind => {
  const pathname = useMatch({ strict: false, select: (match) => match.pathname })
  const isAt = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  return KINDS.find(({ base, list }) => isAt(base) || isAt(list)) ?? INTERNAL
}

/** A page of a category. */
export const categoryHref = (
  { base }: Pick<CategoryKind, 'base'>,
  categoryId: string,
  part: 'form' | 'workflows' | 'advanced',
): Address => to(`${base}/$categoryId/${part}`, { categoryId })

export const workflowHref = ({ base }: Pick<CategoryKind, 'base'>, categoryId: string, workflowId: string): Address =>
  to(`${base}/$categoryId/workflows/$workflowId`, { categoryId, workflowId })

/** The address of a sourcing category's public form, for sharing. */
export const publicFormHref = (companyId: string, categoryId: string): string =>
  `${window.location.origin}/public/sourcing/${companyId}/${categoryId}`
