/** What effects of sourcing events are about. */

export interface AwardDraft {
  eventId: string
  bidderId: string
  intakeCategoryId: string
  /** Who awarded it. */
  userId: string
}

export interface BidderMail {
  bidderId: string
  kind: 'INVITED' | 'POSTPONED' | 'ANSWERED' | 'CANCELLED' | 'REVOKED' | 'RECEIVED' | 'WON' | 'LOST'
  /** The secret of their link, for an invitation. Otherwise only its hash is known. */
  token?: string
  /** The reason, the answer, or what the company writes. */
  text?: string
}

export interface SourcingNews {
  eventId: string
  kind: 'ASKED' | 'OPENED' | 'REVIEWER'
  /** Null for its owners and reviewers. */
  userIds: string[] | null
  text?: string
}
