/** Whole addresses for what people type. Invariant: without a provider, addresses are typed as ever. */
export { AddressLine } from './address-line.tsx'
