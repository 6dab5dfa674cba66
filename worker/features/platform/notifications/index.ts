/**
 * Who is told what, and the layout of every email. Invariant: a person’s own settings decide, below the company’s.
 */
export { recipientSettings } from './event-recipients.ts'
export { groupsInSettings } from './groups.ts'
export { Facts, MailLayout, Paragraph, Quote, unsubscribeLine } from './mail-layout.tsx'
export { BY_MAIL, byMailOf, readPreferences, savePreferences, stopMails } from './preferences.ts'
export {
  chooseTold,
  type Delegation,
  keyOf,
  mayActFor,
  peopleStatements,
  type Told,
  toDelegations,
  toMutes,
  toPeople,
} from './recipients.ts'
export { recipientsSection } from './recipients-section.ts'
export { createReminder } from './reminder-settings.ts'
export { companyOfToken, readUnsubscribe, type Stop, unsubscribeUrls } from './unsubscribe-link.ts'
