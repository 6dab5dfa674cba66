import { type Address, to } from '../../../lib/address.ts'

export const SOURCING_EVENTS = { label: 'Sourcing events', href: to('/sourcing/events') }

export const eventHref = (eventId: string, tab?: string): Address =>
  to('/sourcing/events/$eventId/{-$tab}', { eventId, ...(tab && { tab }) })
