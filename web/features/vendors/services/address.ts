import { type Address, to } from '../../../lib/address.ts'

export const serviceHref = (id: string): Address => to('/services/$serviceId', { serviceId: id })
