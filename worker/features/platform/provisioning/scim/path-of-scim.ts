/** Where identity providers call. */
export const SCIM_PATH = '/scim/v2'
