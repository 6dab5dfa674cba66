/**
 * Why an answer of an identity provider, or its metadata, isn't taken: the sentence for the person who signs in or sets it
 * up. What exactly was wrong is for the company's log only.
 */
export const SAML_REFUSALS = {
  NOT_XML: 'Your identity provider’s answer couldn’t be read. Try to sign in again.',
  TOO_LARGE: 'Your identity provider’s answer is too large. Ask an admin to send fewer attributes.',
  FAILED_THERE: 'Your identity provider didn’t sign you in. Try again, or ask an admin.',
  NOT_SIGNED: 'Your identity provider’s answer isn’t signed as it has to be. Ask an admin to check its settings.',
  WEAK_SIGNATURE: 'Your identity provider signs with SHA-1, which isn’t safe. Ask an admin to choose SHA-256.',
  ENCRYPTED: 'Your identity provider encrypts its answers, which isn’t supported. Ask an admin to turn that off.',
  CERTIFICATE_ENDED: 'The certificate of your identity provider has expired. Ask an admin to renew it.',
  OTHER_ISSUER: 'This answer comes from another identity provider than your company’s.',
  OTHER_AUDIENCE: 'This answer is meant for another application. Start at the login page.',
  OTHER_RECIPIENT: 'This answer is meant for another address. Start at the login page.',
  OTHER_REQUEST: 'This answer belongs to another attempt to sign in. Start at the login page.',
  NOT_YET: 'This answer isn’t valid yet. Ask an admin to check the clock of your identity provider.',
  TOO_LATE: 'This answer is no longer valid. Sign in again.',
  USED: 'This answer of your identity provider was used already. Log in again.',
  NO_ACCOUNT:
    'Your account at your identity provider isn’t linked to an Outlay account. Log in another way, or ask an admin.',
  OFF: 'Your company doesn’t let people log in with SAML. Log in another way, or ask an admin.',
  NO_NAME: 'Your identity provider didn’t say who you are. Ask an admin to check its settings.',
} as const

type SamlReason = keyof typeof SAML_REFUSALS

/** Thrown where an answer isn't taken. `message` is for the company's log and names no secrets. */
export class SamlRefused extends Error {
  readonly reason: SamlReason

  constructor(reason: SamlReason, detail: string) {
    super(detail)
    this.name = 'SamlRefused'
    this.reason = reason
  }
}
