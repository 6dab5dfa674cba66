/**
 * Email to the company's own address: what arrived, what is held, and how to set it up.
 */
export { AddressCard } from './address-card.tsx'
export { useEmailForwarding } from './api.ts'
export { default as emailForwardingClasses } from './email-forwarding.module.css'
export { HeldMessages } from './held-messages.tsx'
export { MessageList } from './message-list.tsx'
export { SetupSteps } from './setup-steps.tsx'
