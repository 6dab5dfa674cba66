/** Addresses suggested while they are typed. */
export const OWN_ADDRESS_CALLS = ['POST /api/address-suggestions', 'POST /api/address-suggestions/chosen']
