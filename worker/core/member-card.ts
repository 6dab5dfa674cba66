import type { IntakeCategoryType } from '../../schema/intake/category-endpoints.ts'

interface Named {
  id: string
  name: string
}

/** What a membership keeps of its member, as the view member_cards makes it; triggers keep it. */
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
  /** Requests of deleted categories stay their owners' to see. */
  ownedCategories: { id: string; type: IntakeCategoryType; deleted: boolean }[]
}

export const readCard = (json: string): MemberCard => JSON.parse(json) as MemberCard
