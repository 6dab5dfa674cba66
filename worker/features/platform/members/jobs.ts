import { registerOutbox } from '../../../core/outbox-registry.ts'
import { mailAddress } from './address-mail.tsx'
import { mailMemberInvite } from './invite-mail.tsx'

registerOutbox('member.invite', { lane: 'mail', handler: mailMemberInvite, isSecret: true })
registerOutbox('member.address', { lane: 'mail', handler: mailAddress, isSecret: true })
