/** Where the local SAML provider's metadata are. */
export const SAML_HOST = 'sso.brightwater-systems.com'
export const SAML_METADATA = `https://${SAML_HOST}/metadata`
