/**
 * Sourcing events: list, page, form, and the page of a bidder. Invariant: before the deadline nothing here asks for
 * what is in a bid; the bidder's page needs no session.
 */
export { eventQuery } from './api.ts'
export type { CreateVendor } from './award-tab.tsx'
export { BidderPage } from './bidder/bidder-page.tsx'
export { EditEvent, NewEvent } from './event-form.tsx'
export { EventList } from './event-list.tsx'
export { EventPage } from './event-page.tsx'
export { eventSearch } from './search.ts'
