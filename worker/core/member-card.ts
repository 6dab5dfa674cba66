import type { IntakeCategoryType } from '../../schema/requests/categories/category-endpoints.ts'

interface Named {
  id: string
  name: string
}

/**
 * A membership's copy of its member, as the view member_cards builds it. Triggers keep it up to date, and the commands that
 * rename what it names (kinds/copy-names.ts).
 */
export interface MemberCard {
  firstName: string
  lastName: string
  departments: (Named & { approvesRequests: boolean })[]
  businessUnits: (Named & { approvesRequests: boolean })[]
  groups: Named[]
  entities: Named[]
  manager: Named | null
  location: Named | null
  receiveEmail: boolean
  receiveSlack: boolean
  /** Owners can still see the requests of a deleted category. */
  ownedCategories: { id: string; type: IntakeCategoryType; deleted: boolean }[]
}

export const readCard = (json: string): MemberCard => JSON.parse(json) as MemberCard
