/**
 * Email to a company’s own address. Invariants: an email is recorded completely, rejected with a reason for its
 * sender, or retried later. Its sender is shown but gets no rights. The same email twice counts once.
 */
export { handleEmail } from './email.ts'
