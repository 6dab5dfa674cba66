/** Senders of public forms have no account, so nothing can be sent back to them. Their ids begin with this. */
const CONTACT = 'contact-'
/** Vendors who were sent a form can change it. */
const FORM_CONTACT = 'contact-form-'

/** Whether nothing can be sent back to this requester. */
export const isContact = (userId: string): boolean => userId.startsWith(CONTACT) && !isFormContact(userId)

export const isFormContact = (userId: string): boolean => userId.startsWith(FORM_CONTACT)

/** The requester of a form that was sent to a vendor: the same for everyone who fills it in. No user has this id. */
export const formContactOf = (invitationId: string): string => `${FORM_CONTACT}${invitationId}`
